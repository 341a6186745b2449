"""A thread beside those that answer requests, in which one piece of long work is done after another."""

import logging
import uuid
from collections.abc import Callable
from threading import Lock, Thread

LOG = logging.getLogger(__name__)


class Worker:
    """What waits to be done in this process; there is a thread only while something does.

    It is a daemon: a program that is told to stop does not wait for a hundred pages first.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._tasks: dict[uuid.UUID, Callable[[], None]] = {}
        self._thread: Thread | None = None

    def give(self, name: uuid.UUID, task: Callable[[], None]) -> None:
        """Let something be done when its turn comes; nothing new while it waits or is being done already."""
        with self._lock:
            self._tasks.setdefault(name, task)
            if self._thread is None:
                self._thread = Thread(target=self._work, name="jobs", daemon=True)
                self._thread.start()

    def wait(self) -> None:
        """Return when there is nothing left to do."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while True:
            with self._lock:
                name = next(iter(self._tasks), None)
                if name is None:
                    self._thread = None
                    return
            try:
                self._tasks[name]()
            except Exception as error:
                LOG.error("long work was given up: %s", type(error).__name__)
            finally:
                with self._lock:
                    del self._tasks[name]
