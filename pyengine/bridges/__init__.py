"""Other worlds: what plays our games without knowing of us, one package or module each."""
