"""Languages in which booklets and steps are told: one file for each, whose name is the language's code."""

from .language import ENGLISH, LANGUAGES, Language, LanguageCode, language_named

__all__ = ["ENGLISH", "LANGUAGES", "Language", "LanguageCode", "language_named"]
