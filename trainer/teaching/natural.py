from trainer.teaching.wishes import Wish
from typing import NamedTuple
class Class(NamedTuple):
    wish: Wish
CLASSES=((Class(Wish()),1.0),)
def as_recorded(scored, one): return 1.0
