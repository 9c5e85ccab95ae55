"""Rules in editors: a server of the language server protocol (`pyengine lsp`)."""
