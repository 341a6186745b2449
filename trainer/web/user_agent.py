"""Which browser on which system asks, in words that its user knows: to tell his own from a stranger's."""

# The first that is found counts: most browsers also call themselves by the names of others.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "MicroMessenger/": "WeChat",
    "QQBrowser/": "QQ Browser",
    "UCBrowser/": "UC Browser",
    "YaBrowser/": "Yandex",
    "Vivaldi/": "Vivaldi",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chromium/": "Chromium",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Windows": "Windows",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "OpenHarmony": "HarmonyOS",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def summary(user_agent: str) -> tuple[str | None, str | None]:
    """The browser and the system that this header names; None for what is not known."""
    return _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)


def _first(names: dict[str, str], user_agent: str) -> str | None:
    return next((name for sign, name in names.items() if sign in user_agent), None)
