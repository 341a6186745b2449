"""The fields of the pages about accounts, and what is wrong with what was typed in them."""

from dataclasses import dataclass

from flask import request
from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.services import accounts, passwords
from trainer.services.accounts import LONGEST_EMAIL, LONGEST_NAME, NameFault
from trainer.services.passwords import LONGEST, SHORTEST, Weakness

NAME_FAULTS = {
    NameFault.MISSING: _("Please enter a name."),
    NameFault.TOO_LONG: _("A name has 32 characters at most."),
    NameFault.UNPRINTABLE: _("A name cannot hold characters that nobody sees."),
    NameFault.TAKEN: _("Somebody has this name already. Please choose another."),
}
WEAKNESSES = {
    Weakness.TOO_SHORT: _("A password needs 8 characters at least."),
    Weakness.TOO_LONG: _("A password has 1000 characters at most."),
    Weakness.THE_NAME: _("The password must be another than the name."),
    Weakness.COMMON: _("This password is among the first that anybody would try. Please choose another."),
}
WRONG_PASSWORD = _("This is not your password.")
WRONG_PAIR = _("This name and this password do not belong together.")
WRONG_CODE = _("This name and this code do not belong together, or the code was used before.")
NO_ADDRESS = _("This is no e-mail address.")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form, with what was typed and what is wrong with that."""

    form: str
    """Names the form: several on one page may have fields of the same name."""
    name: str
    label: LazyString
    kind: str = "text"
    autocomplete: str = "off"
    most: int = LONGEST_NAME
    least: int = 0
    hint: LazyString | None = None
    required: bool = True
    value: str = ""
    error: LazyString | None = None

    @property
    def id(self) -> str:
        """The id of its element."""
        return f"{self.form}-{self.name}"


def typed(name: str) -> str:
    """What was typed in a field."""
    return request.form.get(name, "")


def name_field(form: str, value: str = "", error: LazyString | None = None, is_new: bool = False) -> Field:
    """The name of an account, existing or to be."""
    hint = _("So you are called here. Any script; capitals make no difference.") if is_new else None
    return Field(form, "name", _("Name"), "text", "username", 100, 0, hint, True, value[:100], error)


def new_password_field(form: str, error: LazyString | None = None) -> Field:
    """A password to be; what was typed is not sent back."""
    hint = _("8 characters or more. A few words that do not belong together are good.")
    label = _("Password") if form == "sign-up" else _("New password")
    return Field(form, "new_password", label, "password", "new-password", LONGEST, SHORTEST, hint, True, "", error)


def password_field(form: str, error: LazyString | None = None) -> Field:
    """The password as it is."""
    label = _("Password") if form == "sign-in" else _("Your password as it is")
    return Field(form, "password", label, "password", "current-password", LONGEST, error=error)


def email_field(form: str, value: str = "", error: LazyString | None = None, required: bool = False) -> Field:
    """An e-mail address."""
    label = _("E-mail") if required else _("E-mail (not needed)")
    return Field(form, "email", label, "email", "email", LONGEST_EMAIL, 0, None, required, value[:LONGEST_EMAIL], error)


def code_field(form: str, value: str = "", error: LazyString | None = None) -> Field:
    """A recovery code."""
    hint = _("One of the codes that were shown after you signed up: letters and digits in four groups.")
    return Field(form, "code", _("Recovery code"), "text", "one-time-code", 40, 0, hint, True, value[:40], error)


def name_error(name: str) -> LazyString | None:
    """What is wrong with a name to be."""
    fault = accounts.name_fault(name)
    return None if fault is None else NAME_FAULTS[fault]


def password_error(password: str, name: str) -> LazyString | None:
    """What is wrong with a password to be."""
    found = passwords.weakness(password, name)
    return None if found is None else WEAKNESSES[found]


def email_error(email: str) -> LazyString | None:
    """What is wrong with an e-mail address; none is no fault."""
    return None if not email.strip() or accounts.is_address(email) else NO_ADDRESS
