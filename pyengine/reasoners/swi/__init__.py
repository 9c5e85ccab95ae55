"""SWI-Prolog as a reasoner: its foreign interface, the border, and the Prolog that is loaded beside the rules."""
