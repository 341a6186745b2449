"""Teaching: which hands to ask, how to grade an answer, and which rule a wrong one shows."""
