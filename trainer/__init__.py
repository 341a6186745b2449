"""Fu Trainer: learn to count the fu and the points of any riichi mahjong hand.

Importing this package, or anything below ``trainer.models``, imports neither Flask nor SQLAlchemy.
"""

__version__ = "0.1.0"
