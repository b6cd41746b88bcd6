"""Idle work, one job a file, and the list of all of them in the order in which they are tried.

The one fact that a reader would get wrong: the order matters. Vectors come before what compares them, merging before
what counts and sums up, and dreams, which are due all the time, come last.
"""

from assistant.config import Config
from assistant.jobs.backup import Backup
from assistant.jobs.dream import Dream
from assistant.jobs.embed import Embed
from assistant.jobs.fade import Fade
from assistant.jobs.gist import Gist
from assistant.jobs.job import Job, JobName
from assistant.jobs.merge import Merge
from assistant.jobs.scan import Scan

__all__ = ["all_jobs", "every_job", "is_on"]


def every_job() -> tuple[Job, ...]:
    """Return all jobs, those that are switched off too."""
    return (Embed(), Merge(), Gist(), Fade(), Scan(), Backup(), Dream())


def all_jobs(config: Config) -> tuple[Job, ...]:
    """Return the jobs that are switched on."""
    return tuple(job for job in every_job() if is_on(config, job.name))


def is_on(config: Config, name: JobName) -> bool:
    """Tell whether the config lets a job run."""
    switches = {
        JobName.FADE: config.fade,
        JobName.MERGE: config.merge,
        JobName.GIST: config.gist,
        JobName.SCAN: config.scan,
        JobName.DREAM: config.dreams,
        JobName.EMBED: config.embed,
        JobName.BACKUP: config.backup,
    }
    return switches[name]
