"""The registry's actions on models and settings, and the temporary chat.

The one fact that a reader would get wrong: they are a part of `tui.keymap.ACTIONS`; nothing else reads this list.
"""

from tui.action import Action, Scope

FURTHER_ACTIONS: tuple[Action, ...] = (
    Action(
        Scope.CHAT,
        "temporary_chat",
        "alt+t",
        "Temporary",
        "Talk without a trace: nothing is stored or remembered; again deletes the talk and goes back.",
        "Chats: temporary, nothing is kept",
    ),
    Action(
        Scope.APP,
        "open_models",
        "f10,alt+m",
        "Models",
        "See, choose and download models.",
        "Models: choose, download",
    ),
    Action(
        Scope.APP,
        "open_settings",
        "f12,alt+s",
        "Settings",
        "See and change every setting.",
        "Settings: see and change",
    ),
    Action(
        Scope.CHAT,
        "chat_settings",
        "f11,alt+p",
        "This chat",
        "Give this chat its own temperature, sampling and persona.",
        "Chat: its own temperature and persona",
    ),
    Action(
        Scope.MODELS,
        "take",
        "enter,u",
        "Use",
        "Load the selected model and go on with it; one that is not here is downloaded first.",
        "Models: use or download the selected one",
    ),
    Action(
        Scope.MODELS,
        "unload",
        "n",
        "Unload",
        "Give the model's memory back; the next message loads it again.",
        "Models: unload",
    ),
    Action(Scope.MODELS, "add_path", "a", "Add", "Put a GGUF file of yours on the list.", "Models: add a file"),
    Action(
        Scope.MODELS,
        "remove",
        "d,delete",
        "Remove",
        "Take the selected model off the list; a download is deleted, after a question.",
        "Models: remove the selected one",
    ),
    Action(
        Scope.MODELS,
        "stop_work",
        "x",
        "Stop",
        "Stop the download or the loading; what came stays for the next try.",
        "Models: stop the download",
    ),
    Action(Scope.SETTINGS, "find", "slash,s", "Search", "Go to the search.", "Settings: search"),
    Action(
        Scope.SETTINGS,
        "change",
        "enter,e",
        "Change",
        "Change the selected setting; a switch is turned over at once.",
        "Settings: change the selected one",
    ),
    Action(
        Scope.SETTINGS,
        "reset",
        "d,delete",
        "Default",
        "Take the selected setting out of config.toml, so that its default holds again.",
        "Settings: back to the default",
    ),
)
