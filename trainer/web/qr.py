"""QR codes: an address that a phone reads off a wall or off paper."""

from io import BytesIO

import segno
from markupsafe import Markup


def qr(address: str, *, scale: int = 6) -> Markup:
    """The QR code of an address as inline SVG, black on white whatever the page's colours; ``scale`` pixels a dot."""
    drawn = BytesIO()
    segno.make_qr(address, error="m").save(
        drawn, kind="svg", scale=scale, border=4, dark="#000", light="#fff", xmldecl=False, svgns=False
    )
    return Markup(drawn.getvalue().decode())  # noqa: S704 - drawn here, of dots only
