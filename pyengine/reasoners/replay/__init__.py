"""A question that ended in an error or at a limit, asked again, to see which goal of the rules it was.

Rules are functions of the position, so the same question fails in the same way, whoever answered it first. One
interpreter serves all reasoners, which therefore name the same goal.
"""
