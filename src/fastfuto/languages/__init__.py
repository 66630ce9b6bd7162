"""Languages of booklets and steps, with one file each. The name of the file is the code of the language."""

from .language import ENGLISH, LANGUAGES, Language, LanguageCode, language_named

__all__ = ["ENGLISH", "LANGUAGES", "Language", "LanguageCode", "language_named"]
