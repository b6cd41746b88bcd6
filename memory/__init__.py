"""SQLite and arithmetic: memories, chats, and the rules over them. Knows no model and no screen."""
