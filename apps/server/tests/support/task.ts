import type { DatabaseConnection } from '../../src/db/database.ts';
import type { TaskInput } from '../../src/db/tables.ts';
import { createId } from '../../src/id.ts';
import { acceptSubmissions, type NewTask } from '../../src/tasks/submissions.queries.ts';

export const INPUT: TaskInput = {
  generation_type: 'text-to-video',
  prompt: 'a red sun over a calm sea',
  image_urls: [],
  video_urls: [],
  audio_urls: [],
  duration: 5,
  aspect_ratio: 'adaptive',
  resolution: '720p',
  generate_audio: true,
  watermark: false,
  web_search: false,
  return_last_frame: false,
};

type GivenTask = Pick<NewTask, 'ownerId' | 'keyId' | 'mode'> & Partial<NewTask>;

/** Stores a queued task with its reservation and its job: what a submission writes. */
export async function givenTask(connection: DatabaseConnection, task: GivenTask): Promise<string> {
  const [id = ''] = await givenTasks(connection, task, 1);
  return id;
}

/** Stores queued tasks of one owner by one statement. */
export async function givenTasks(
  { pool }: DatabaseConnection,
  { ownerId, keyId, mode, ...task }: GivenTask,
  count: number,
): Promise<string[]> {
  const tasks = Array.from({ length: count }, () => ({
    id: createId('task'),
    ownerId,
    keyId,
    mode,
    model: 'video-2-0' as const,
    input: INPUT,
    seed: 1,
    callbackUrl: null,
    timeoutMs: 60_000,
    credits: 50,
    idempotency: undefined,
    traceparent: null,
    audit: undefined,
    ...task,
  }));
  for (const { outcome } of await acceptSubmissions(pool, tasks)) {
    if (outcome !== 'accepted') throw new Error(`The task was not accepted: ${outcome}`);
  }
  return tasks.map(({ id }) => id);
}
