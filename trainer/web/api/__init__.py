"""The JSON API below ``/api/v1``: scoring, questions, answers and what is known of a learner, for other programs.

msgspec, which reads the exchange format anyway, checks what is sent, writes what is answered and describes both;
apiflask and flask-smorest would each bring marshmallow, webargs and apispec, and errors in a shape of their own.
"""

from flask import Blueprint

from trainer.web.api import errors
from trainer.web.api.calls import PREFIX
from trainer.web.api.routes import CALLS

blueprint = Blueprint("api", __name__, url_prefix=PREFIX)

for _call in CALLS:
    _call.add_to(blueprint)
for _refusal in errors.REFUSALS:
    blueprint.register_error_handler(_refusal, errors.answer)
