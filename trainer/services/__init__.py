"""What people do with the program. A service is a function: it takes a Session, flushes, and returns values.

It never commits: the web commits a whole request when its answer is a good one, and a command for itself.
"""
