"""Riichi mahjong scoring, in the standard library alone.

A hand flows one way: ``exchange`` makes a ``Win`` (``hand``) of JSON, ``legality`` refuses an impossible one,
``readings`` finds every way to read it, ``claims`` (with ``yaku`` and ``yakuman``) and ``fu`` judge a reading,
``points`` turn han and fu into payments, and ``scoring`` runs these stages and ranks the readings into a ``Score``.
"""
