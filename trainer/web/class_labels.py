"""What stands on the pages about classes for each thing that can be so or wrong."""

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.services.assignments import Phase
from trainer.services.classes import ClassFault, Role
from trainer.services.runs import RunFault
from trainer.teaching.drills import Fault, Feedback

CLASS_FAULTS: dict[ClassFault, LazyString] = {
    ClassFault.UNKNOWN_CODE: _("No class has this code. Please look at it once more."),
    ClassFault.ARCHIVED: _("This class is archived: nobody can join it any more."),
    ClassFault.REMOVED: _("You were removed from this class. Only its teacher can let you in again."),
    ClassFault.FULL: _("This class is full."),
    ClassFault.LAST_TEACHER: _("A class needs a teacher. Make somebody else a teacher first, or archive the class."),
    ClassFault.GUEST: _("A teacher needs an account, for whoever finds a guest's browser would see the class."),
    ClassFault.NO_TITLE: _("Please give it a name."),
    ClassFault.NO_ZONE: _("This time zone is not known."),
}
ROLES: dict[Role, LazyString] = {Role.TEACHER: _("Teacher"), Role.LEARNER: _("Learner")}
PHASES: dict[Phase, LazyString] = {
    Phase.UPCOMING: _("not open yet"),
    Phase.OPEN: _("open"),
    Phase.LATE: _("was due, still open"),
    Phase.CLOSED: _("closed"),
}
FEEDBACKS: dict[Feedback, LazyString] = {
    Feedback.AT_ONCE: _("after each hand"),
    Feedback.AT_END: _("when it is handed in"),
    Feedback.AFTER_DUE: _("after the due date"),
}
RUN_FAULTS: dict[RunFault, LazyString] = {
    RunFault.UPCOMING: _("It is not open yet."),
    RunFault.CLOSED: _("It is closed: nothing is answered any more."),
    RunFault.NO_TRIES_LEFT: _("You have worked through it as often as you may."),
    RunFault.NOT_FOR_YOU: _("It is for the learners of the class."),
}
SET_FAULTS: dict[Fault, LazyString] = {
    Fault.EMPTY: _("There are no hands in it yet."),
    Fault.TOO_MANY: _("A drill set has 200 hands at most."),
    Fault.NOTHING_ASKED: _("Choose at least one thing to be asked."),
    Fault.NO_YAKU: _("This hand has no yaku by these rules, so it may not win."),
    Fault.ILLEGAL: _("This hand cannot be by these rules."),
    Fault.IMPOSSIBLE: _("No hand can show this rule here."),
}
