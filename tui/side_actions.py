"""The registry's actions on the screens beside the chat: topics, memories, health.

The one fact that a reader would get wrong: they are a part of `tui.keymap.ACTIONS`; nothing else reads this list.
"""

from tui.action import Action, Scope

SIDE_ACTIONS: tuple[Action, ...] = (
    Action(Scope.SIDE, "leave", "escape", "Back", "Go back to the chat.", "Chat: back to it", True),
    Action(Scope.TOPICS, "add_ban", "b", "Ban", "Never bring up a topic.", "Topics: ban one"),
    Action(Scope.TOPICS, "add_pin", "p", "Pin", "Keep a topic from fading, in every prompt.", "Topics: pin one"),
    Action(
        Scope.TOPICS,
        "lift",
        "l,delete",
        "Lift",
        "Lift the selected ban or pin.",
        "Topics: lift the selected one",
    ),
    Action(
        Scope.TOPICS,
        "show_memories",
        "m,enter",
        "Memories",
        "Look through the memories that name the selected topic.",
        "Topics: the memories of the selected one",
    ),
    Action(Scope.TOPICS, "undo", "ctrl+g", "Undo", "Take back the last ban or pin.", "Topics: undo"),
    Action(Scope.MEMORIES, "find", "slash,s", "Search", "Go to the search.", "Memories: go to the search"),
    Action(Scope.MEMORIES, "add_memory", "a", "Add", "Write a memory by hand.", "Memories: add one"),
    Action(
        Scope.MEMORIES,
        "edit_memory",
        "e",
        "Edit",
        "Change text, title, knobs and keys of the selected memory.",
        "Memories: edit the selected one",
    ),
    Action(
        Scope.MEMORIES,
        "pin_memory",
        "p",
        "Pin",
        "Keep the selected memory from fading, in every prompt; again lifts the pin.",
        "Memories: pin or unpin the selected one",
    ),
    Action(
        Scope.MEMORIES,
        "switch_memory",
        "d",
        "Switch off",
        "Keep the selected memory out of every prompt; again switches it on.",
        "Memories: switch the selected one off or on",
    ),
    Action(
        Scope.MEMORIES,
        "forget_memory",
        "f,delete",
        "Forget",
        "Delete the selected memory everywhere; asks first.",
        "Memories: forget the selected one",
    ),
    Action(
        Scope.MEMORIES,
        "mark_memory",
        "space",
        "Mark",
        "Mark the selected memory; Pin, Switch off and Forget then take all marked ones. Again takes the mark off.",
        "Memories: mark the selected one",
    ),
    Action(
        Scope.MEMORIES,
        "mark_all",
        "ctrl+a",
        "Mark all",
        "Mark all that the list shows, or take all marks off.",
        "Memories: mark all that are listed",
    ),
    Action(
        Scope.MEMORIES,
        "open_chat",
        "c",
        "Chat",
        "Go to the turn in which the selected memory was said.",
        "Memories: go to the selected one's chat",
    ),
    Action(
        Scope.MEMORIES,
        "clear_filters",
        "x",
        "All",
        "Drop the search and all filters.",
        "Memories: drop the search and filters",
    ),
    Action(
        Scope.HEALTH,
        "undo_intervention",
        "u",
        "Undo",
        "Take the selected intervention back.",
        "Health: undo",
    ),
    Action(Scope.SEARCH, "find", "slash,s", "Search", "Go to the search.", "Find: go to the search"),
    Action(Scope.FORM, "cancel", "escape", "Cancel", "Leave everything as it was.", "Form: leave it", True),
    # Some terminals keep F10 for a menu of theirs.
    Action(Scope.FORM, "save", "f10,ctrl+s", "Save", "Take what stands in the form.", "Form: save", True),
    Action(Scope.HEALTH, "read_again", "r", "Read again", "Read every figure again.", "Health: read again"),
)
