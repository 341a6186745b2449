"""What can be wrong with a hand or a rule set, as codes that other programs and the interface's labels rely on."""

from enum import StrEnum


class ErrorCode(StrEnum):
    """Why a hand cannot be scored."""

    BAD_JSON = "bad_json"
    BAD_NOTATION = "bad_notation"
    WRONG_TILE_COUNT = "wrong_tile_count"
    TOO_MANY_COPIES = "too_many_copies"
    TOO_MANY_RED_FIVES = "too_many_red_fives"
    BAD_MELD = "bad_meld"
    MISSING_FIELD = "missing_field"
    UNKNOWN_FIELD = "unknown_field"
    BAD_VALUE = "bad_value"
    NOT_A_WINNING_SHAPE = "not_a_winning_shape"
    NO_YAKU = "no_yaku"
    RIICHI_WITH_OPEN_HAND = "riichi_with_open_hand"
    IPPATSU_WITHOUT_RIICHI = "ippatsu_without_riichi"
    IPPATSU_AFTER_KAN = "ippatsu_after_kan"
    AFTER_KAN_WITHOUT_KAN = "after_kan_without_kan"
    AFTER_KAN_WITH_RON = "after_kan_with_ron"
    ROBBING_KAN_WITH_TSUMO = "robbing_kan_with_tsumo"
    ROBBING_KAN_IMPOSSIBLE = "robbing_kan_impossible"
    LAST_TILE_CONFLICT = "last_tile_conflict"
    FIRST_TURN_CONFLICT = "first_turn_conflict"
    URA_WITHOUT_RIICHI = "ura_without_riichi"
    INDICATOR_COUNT = "indicator_count"


class HandError(ValueError):
    """An impossible or malformed hand: a code, the field of the exchange format it is about, and an English sentence.

    ``details`` holds the values that the sentence mentions, so that the interface can say it in another language.
    """

    def __init__(self, code: ErrorCode, field: str | None, message: str, **details: str | int) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.details = details


class NotationError(HandError):
    """Text that does not spell tiles."""

    def __init__(self, message: str, *, field: str | None = None, **details: str | int) -> None:
        super().__init__(ErrorCode.BAD_NOTATION, field, message, **details)


class RulesError(ValueError):
    """An unknown preset or option, a value an option does not have, or options that contradict each other.

    ``field`` is ``preset``, the option, or None where no single one is to blame.
    """

    def __init__(self, message: str, field: str | None = None, code: ErrorCode = ErrorCode.BAD_VALUE) -> None:
        super().__init__(message)
        self.field = field
        self.code = code
