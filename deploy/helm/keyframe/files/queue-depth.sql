SELECT count(*) FROM keyframe.jobs WHERE state = 'waiting' AND due_at <= now()
