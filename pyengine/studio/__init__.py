"""The studio: a page in the browser on which games are written, played, analysed and compared, and its server."""
