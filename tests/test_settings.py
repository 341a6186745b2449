"""Settings from the environment, and the secret key that is made once."""

from pathlib import Path

import platformdirs
import pytest

from trainer.places import shipped_folder
from trainer.settings import Settings, kept_secret_key


@pytest.fixture(autouse=True)
def user_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "user"
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(folder))
    return folder


def test_nothing_set_means_a_file_in_the_users_data_folder(user_data: Path) -> None:
    settings = Settings.from_environment({"FU_TRAINER_DATABASE_URL": ""})
    assert settings.database_url == f"sqlite:///{user_data.as_posix()}/fu-trainer.sqlite3"
    assert settings.secret_key == (user_data / "secret_key").read_text()


def test_environment_decides(user_data: Path) -> None:
    given = {"FU_TRAINER_DATABASE_URL": "postgresql://here/base", "FU_TRAINER_SECRET_KEY": "known"}
    assert Settings.from_environment(given) == Settings("postgresql://here/base", "known")
    assert not user_data.exists()


SMTP = {"FU_TRAINER_SMTP_URL": "smtp://me:hidden@mail.example"}
MAIL = {**SMTP, "FU_TRAINER_MAIL_FROM": "fu@example.org", "FU_TRAINER_BASE_URL": "https://fu.example/"}


def test_mail_limits_and_redis_are_off_on_and_in_memory_unless_said() -> None:
    settings = Settings.from_environment({"FU_TRAINER_SECRET_KEY": "known"})
    assert (settings.smtp_url, settings.rate_limits, settings.redis_url) == (None, True, None)
    given = {**MAIL, "FU_TRAINER_RATE_LIMITS": "off", "FU_TRAINER_REDIS_URL": "redis://here"}
    settings = Settings.from_environment({"FU_TRAINER_SECRET_KEY": "known", **given})
    assert (settings.mail_from, settings.base_url) == ("fu@example.org", "https://fu.example")
    assert (settings.rate_limits, settings.redis_url) == (False, "redis://here")
    assert "hidden" not in repr(settings)


@pytest.mark.parametrize(
    "given", [{"FU_TRAINER_RATE_LIMITS": "no"}, SMTP, {**MAIL, "FU_TRAINER_BASE_URL": "fu.example"}]
)
def test_settings_that_make_no_sense_are_refused_without_telling_a_secret(given: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="FU_TRAINER") as caught:
        Settings.from_environment({"FU_TRAINER_SECRET_KEY": "known", **given})
    assert "hidden" not in str(caught.value)


def test_secret_key_lies_beside_the_sqlite_file(tmp_path: Path, user_data: Path) -> None:
    url = f"sqlite:///{tmp_path}/elsewhere/file.sqlite3"
    key = Settings.from_environment({"FU_TRAINER_DATABASE_URL": url}).secret_key
    assert (tmp_path / "elsewhere" / "secret_key").read_text() == key
    assert not user_data.exists()


@pytest.mark.parametrize("url", ["postgresql://here/base", "sqlite://", "sqlite:///:memory:"])
def test_without_a_file_the_secret_key_lies_in_the_users_data_folder(url: str, user_data: Path) -> None:
    key = Settings.from_environment({"FU_TRAINER_DATABASE_URL": url}).secret_key
    assert (user_data / "secret_key").read_text() == key


def test_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    key = kept_secret_key(tmp_path)
    assert len(key) == 64
    assert kept_secret_key(tmp_path) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_secret_key_is_not_shown() -> None:
    assert "hidden" not in repr(Settings("sqlite://", "hidden"))


def test_missing_folder_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-folder"):
        shipped_folder("no-such-folder")
