"""Worksheets as PDF, set by WeasyPrint, which is an extra: without it the browser prints the page."""

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

from trainer.web.faces import FACE_NAMES, face_svg, style_file
from trainer.web.paper import Paper, render, sheets


class NoPdfError(RuntimeError):
    """WeasyPrint is not installed, or a library of the system that it needs is not."""


def _nothing_told(_done: int, _total: int) -> None:
    pass


def pdf(paper: Paper, progress: Callable[[int, int], None] = _nothing_told) -> bytes:
    """The worksheets and keys as PDF, in the language spoken; ``progress`` hears how many of how many are done.

    Raises NoPdfError where WeasyPrint is missing, HandError for a hand that cannot win where the key is wanted.
    """
    made = document(paper, progress).write_pdf()
    assert isinstance(made, bytes)
    return made


def document(paper: Paper, progress: Callable[[int, int], None] = _nothing_told) -> Any:
    """The same as a WeasyPrint document, which knows its pages; to be written once. Raises what ``pdf`` raises."""
    try:
        from weasyprint import CSS, HTML
    except (ImportError, OSError) as error:
        raise NoPdfError(str(error)) from error
    faces, style = _faces(), CSS(filename=style_file())
    shown, made = sheets(paper), []
    for done, sheet in enumerate(shown):
        progress(done, len(shown))
        # Each is set by itself, so that its pages are counted from 1: it is handed out by itself.
        html = HTML(string=render(paper, (sheet,)), url_fetcher=_fetch_nothing)
        made.append(html.render(stylesheets=[style], cache=faces))
    progress(len(shown), len(shown))
    return made[0].copy([page for document in made for page in document.pages])


def _fetch_nothing(url: str) -> object:
    # Everything that is needed is here, so what asks for more is no part of a worksheet.
    raise ValueError(f"{url} is not fetched")


def _faces() -> dict[str, Any]:
    """The pictures that a sheet without a sprite shows, by their addresses; for one document.

    A sheet has some fifteen hundred tiles. WeasyPrint would work each of them out again, for a file five times as big;
    so each face is drawn once, as a form that the pages refer to. It stays a vector.
    """
    from weasyprint.images import SVGImage

    class Face(SVGImage):  # type: ignore[misc] # it has no types
        """A face that is drawn when it is first met."""

        form: str | None = None

        def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
            """Put it on a page."""
            own_width, own_height, _ratio = self.get_intrinsic_size(1, 12)
            if self.form is None:
                group = stream.add_group(0, 0, own_width, own_height)
                # It is opaque; printers are slow where something might shine through.
                del group.extra["Group"]
                super().draw(group, own_width, own_height, style)
                self.form = group.id
            stream.transform(a=width / own_width, d=height / own_height)
            stream.draw_x_object(self.form)

    def face(name: str, turned: bool) -> Face:
        tree = ElementTree.fromstring(face_svg(name, turned))  # noqa: S314 - our own artwork
        return Face(tree, "", _fetch_nothing, None)

    return {
        f"face:{name}{'-turned' if turned else ''}": face(name, turned)
        for name in FACE_NAMES
        for turned in (False, True)
    }
