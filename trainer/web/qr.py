"""QR codes: an address that a phone reads off a wall or off paper."""

import segno
from markupsafe import Markup


def qr(address: str, border: int = 4) -> Markup:
    """The QR code of an address as inline SVG of class ``qr``, as large as its box; ``border`` dots are left around it.

    It is black on nothing: a page that is not white puts white below it.
    """
    made = segno.make(address, error="m", micro=False)
    drawn = made.svg_inline(omitsize=True, border=border, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704 - drawn here, of dots only
