"""The catalogue of mistakes: each a named change of one step of the working.

Whether a mistake can be made in a hand, and whether the answer shows it, is never written down: it is made, and what
comes out is compared. The catalogue follows what players ask and get wrong in forums and in other trainers.
"""

from trainer.teaching import mistakes_of_fu, mistakes_of_han, mistakes_of_points

CATALOGUE = (*mistakes_of_fu.MISTAKES, *mistakes_of_points.MISTAKES, *mistakes_of_han.MISTAKES)
"""Every mistake known; those of ``sticks`` show only where the total received is asked."""
