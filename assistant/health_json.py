"""Health as JSON, as `reverie health --json` and the replay's `health` print it."""

from assistant.health import Health
from assistant.health_figures import share
from assistant.json_values import moment_json, rounded
from memory.records import Intervention, JobState
from memory.rules.dreams import WordCurve

_MOST_CURVES = 20


def health_json(health: Health) -> dict[str, object]:
    """Write all figures; shares, averages and importance rounded to 4 decimals, counts whole, moments ISO 8601."""
    about, use = health.memories, health.use
    return {
        "messages": health.messages,
        "memories": about.count,
        "archived": about.archived,
        "average_importance": rounded(about.average_written),
        "average_importance_now": rounded(about.average_now),
        "importance": {"low": about.spread.low, "medium": about.spread.medium, "high": about.spread.high},
        "retrieved": {"never": use.never, "one_to_five": use.one_to_five, "more": use.more},
        "diversity": rounded(health.diversity),
        "top10_share": rounded(share(use.top_injections, use.injections)),
        "repeats_30": health.repeats,
        "assistant_share": rounded(share(use.assistant_tokens, use.tokens)),
        "tiers": {"short": about.short, "mid": about.mid, "long": about.long},
        "jobs": {one.name: _job(one) for one in health.jobs},
        "interventions": [intervention_json(one) for one in health.interventions],
        "cooling": [{"id": one.handle, "until_turn": one.until_turn} for one in health.cooling],
        "bans": list(health.bans),
        "marks": {one.name: one.mark for one in health.figures},
        "targets": {one.name: one.target for one in health.figures},
        "advice": {one.name: one.advice for one in health.figures if one.advice},
        "curves": {
            "days": [day.isoformat() for day in health.curves.dreams.days],
            "diversity": [rounded(value) for value in health.curves.diversity],
            "average_importance": [rounded(value) for value in health.curves.average_importance],
            "day_words": [_curve(one) for one in health.curves.dreams.day_words[:_MOST_CURVES]],
            "carriers": [_curve(one) for one in health.curves.dreams.carriers[:_MOST_CURVES]],
        },
    }


def intervention_json(one: Intervention) -> dict[str, object]:
    """Write what a scan found and did about one theme."""
    return {
        "id": one.id,
        "at": moment_json(one.at),
        "verdict": one.kind,
        "theme": one.theme,
        "frequency": rounded(one.frequency),
        "user_frequency": rounded(one.user_frequency),
        "replies": one.replies,
        "replies_with_memory": one.replies_with_memory,
        "memories": [{"id": memory.handle, "importance": rounded(memory.importance)} for memory in one.faded],
        "undone": one.undone_at is not None,
    }


def _job(state: JobState) -> dict[str, object]:
    last, due = (None if at is None else moment_json(at) for at in (state.last_at, state.due_at))
    return {"last": last, "next": due, "error": state.error or None}


def _curve(curve: WordCurve) -> dict[str, object]:
    return {"word": curve.word, "shares": [rounded(value) for value in curve.shares]}
