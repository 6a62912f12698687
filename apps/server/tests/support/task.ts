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

/** Stores a queued task with its reservation and its job: what a submission writes. */
export async function givenTask(
  { pool }: DatabaseConnection,
  task: Pick<NewTask, 'ownerId' | 'keyId' | 'mode'> & Partial<NewTask>,
): Promise<string> {
  const id = createId('task');
  const [row] = await acceptSubmissions(pool, [
    {
      id,
      model: 'video-2-0',
      input: INPUT,
      seed: 1,
      callbackUrl: null,
      timeoutMs: 60_000,
      credits: 50,
      idempotency: undefined,
      traceparent: null,
      ...task,
    },
  ]);
  if (row?.outcome !== 'accepted') throw new Error(`The task was not accepted: ${row?.outcome}`);
  return id;
}
