"""The compression lz-string in base64, which sites of Sudokus use in links.

A text is a sequence of codes, written from the lowest bit in as many bits as the number of phrases needs. Codes 0 and 1
announce a new character of 8 or 16 bits, 2 ends the text, and each larger code is a phrase: a character, or an earlier
phrase and the next character.
"""

from __future__ import annotations

import re

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {character: f"{number:06b}" for number, character in enumerate(_ALPHABET)}
_COMPRESSED = re.compile("[A-Za-z0-9+/]*={0,3}")
_END = 2


def decompress(compressed: str, most: int) -> str:
    """Return the text; `most` limits its number of characters, and thereby the memory.

    Raises
    ------
    ValueError
        If this is not a compressed text, or the text has more than `most` characters.
    """
    if not _COMPRESSED.fullmatch(compressed):
        raise ValueError("the text has characters that are not base64")
    bits, at = "".join(_BITS[character] for character in compressed.rstrip("=")), 0

    def number(width: int) -> int:
        nonlocal at
        if at + width > len(bits):
            raise ValueError("the text ends too early")
        at += width
        return int(bits[at - width : at][::-1], 2)

    phrases, previous, found, length = ["", "", ""], "", list[str](), 0
    while (code := number(len(phrases).bit_length())) != _END:
        if code < _END:
            phrases.append(chr(number(16 if code else 8)))
            code = len(phrases) - 1
        if code > len(phrases) - (not previous):
            raise ValueError("the text contains an unknown code")
        phrase = phrases[code] if code < len(phrases) else previous + previous[0]
        found.append(phrase)
        length += len(phrase)
        if length > most:
            raise ValueError(f"the decompressed text has more than {most} characters")
        if previous:
            phrases.append(previous + phrase[0])
        previous = phrase
    if "1" in bits[at:] or len(bits) - at > 12:
        raise ValueError("the text continues after the code that ends it")
    # The characters are code units of UTF-16, and some characters take two units.
    return "".join(found).encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def compress(text: str) -> str:
    """Return a text as lz-string compresses it, in base64."""
    units = text.encode("utf-16-le")
    text = "".join(chr(units[k] | units[k + 1] << 8) for k in range(0, len(units), 2))
    numbers: dict[str, int] = {}
    bits, size, previous, at = list[str](), _END + 1, "", 0

    def put(number: int, width: int) -> None:
        bits.append(f"{number:0{width}b}"[::-1])

    while at < len(text):
        width, phrase, is_new = size.bit_length(), text[at], text[at] not in numbers
        if previous:
            numbers[previous + phrase] = size + is_new
        if is_new:
            put(ord(phrase) > 255, width)
            put(ord(phrase), 16 if ord(phrase) > 255 else 8)
            numbers[phrase] = size
        else:
            while len(phrase) < len(text) - at and text[at : at + len(phrase) + 1] in numbers:
                phrase = text[at : at + len(phrase) + 1]
            put(numbers[phrase], width)
        size += is_new + bool(previous)
        previous = phrase
        at += len(phrase)
    put(_END, size.bit_length())
    run = "".join(bits)
    run += "0" * (6 - len(run) % 6)
    compressed = "".join(_ALPHABET[int(run[k : k + 6], 2)] for k in range(0, len(run), 6))
    return compressed + "=" * (-len(compressed) % 4)
