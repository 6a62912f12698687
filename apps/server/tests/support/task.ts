import { reserveCredits } from '../../src/credits/ledger.queries.ts';
import type { DatabaseConnection } from '../../src/db/database.ts';
import { createId } from '../../src/id.ts';
import type { TaskInput } from '../../src/tasks/task-input.ts';
import { insertTask, type NewTask } from '../../src/tasks/tasks.queries.ts';

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

/** Stores a queued task with its reservation, without a job: what a submission writes. */
export async function givenTask(
  { database }: DatabaseConnection,
  task: Pick<NewTask, 'ownerId' | 'keyId' | 'mode'> & Partial<NewTask>,
): Promise<string> {
  const id = createId('task');
  const credits = task.credits ?? 50;
  await database.transaction(async (transaction) => {
    await insertTask(transaction, {
      ...{ id, model: 'video-2-0', input: INPUT, seed: 1, callbackUrl: null, timeoutMs: 60_000 },
      ...task,
      credits,
    });
    await reserveCredits(transaction, {
      ownerId: task.ownerId,
      mode: task.mode,
      taskId: id,
      amount: credits,
    });
  });
  return id;
}
