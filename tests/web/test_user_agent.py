"""Which browser on which system asks, in words that its user knows."""

import pytest

from trainer.web.user_agent import summary

MOZILLA = "Mozilla/5.0"


@pytest.mark.parametrize(
    ("header", "browser", "system"),
    [
        (
            f"{MOZILLA} (Windows NT 10.0; Win64; x64) Chrome/140 Safari/537.36 Edg/140",
            "Edge",
            "Windows",
        ),
        (f"{MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"),
        (f"{MOZILLA} (Linux; Android 15; K) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36", "Chrome", "Android"),
        (f"{MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari", "iPhone"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1", "Safari", "macOS"),
        (f"{MOZILLA} (Linux; Android 14) Chrome/130 Mobile Safari/537.36 MicroMessenger/8.0", "WeChat", "Android"),
        ("curl/8.1", None, None),
        ("", None, None),
    ],
)
def test_the_header_is_told_in_words(header: str, browser: str | None, system: str | None) -> None:
    assert summary(header) == (browser, system)
