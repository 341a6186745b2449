"""Passwords: which are good enough, and how they are kept (argon2id, never the words themselves)."""

import unicodedata
from enum import StrEnum

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST = 8
LONGEST = 1000

# OWASP's smallest setting for argon2id: a small server checks one in some hundredths of a second.
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)

_COMMON_WORDS = """
    password password1 password12 password123 passw0rd p@ssw0rd 12345678 123456789 1234567890 0123456789 87654321
    987654321 12341234 11223344 1234qwer 12344321 qwertyui qwerty12 qwerty123 qwerty1234 qwertyuiop asdfghjk asdfghjkl
    asdf1234 zxcvbnm1 zxcvbnm123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 qazwsxedc abcd1234 abc12345
    abcdefgh a1234567 a12345678 a123456789 aa123456 aa12345678 iloveyou iloveyou1 sunshine princess football baseball
    superman trustno1 whatever welcome1 letmein1 changeme computer internet starwars michelle jennifer woaini1314
    woaini520 5201314520 wang1234 zhang123 li123456 qq123456 admin123 administrator sakura39 doraemon mahjong1
    mahjong123 riichi123 majiang1 majsoul1 fu-trainer futrainer
"""
COMMONEST = frozenset(_COMMON_WORDS.split())
"""Those that are tried first, as far as they are long enough."""


class Weakness(StrEnum):
    """Why a password is refused."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    THE_NAME = "the_name"
    COMMON = "common"


def weakness(password: str, name: str) -> Weakness | None:
    """Why this password is none for an account of that name; None for a good one."""
    folded = _typed(password).casefold()
    if len(_typed(password)) < SHORTEST:
        return Weakness.TOO_SHORT
    if len(password) > LONGEST:
        return Weakness.TOO_LONG
    if folded.strip() == _typed(name).casefold().strip():
        return Weakness.THE_NAME
    return Weakness.COMMON if folded in COMMONEST or len(set(folded)) == 1 else None


def hashed(password: str) -> str:
    """The hash to keep."""
    return HASHER.hash(_typed(password))


def fits(kept: str | None, password: str) -> bool:
    """True when this is the password that the hash was made of.

    Where there is no such account a hash is made and thrown away: the answer takes as long, so that its time does not
    tell which names there are.
    """
    typed = _typed(password[: LONGEST + 1])
    if kept is None:
        HASHER.hash(typed)
        return False
    try:
        return HASHER.verify(kept, typed)
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(kept: str) -> bool:
    """True when the hash was made with other parameters than are used now."""
    return HASHER.check_needs_rehash(kept)


def _typed(password: str) -> str:
    # The same key gives full-width letters or others, as the input method stands.
    return unicodedata.normalize("NFKC", password)
