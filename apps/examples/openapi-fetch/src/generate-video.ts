// Generates a video with openapi-fetch. Reads KEYFRAME_API_KEY and KEYFRAME_BASE_URL from the environment.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { paths } from '@keyframe/contract';
import createClient from 'openapi-fetch';

const { KEYFRAME_API_KEY, KEYFRAME_BASE_URL = 'http://127.0.0.1:4000' } = process.env;
const [prompt = 'a red sun sinking into a calm sea'] = process.argv.slice(2);
const client = createClient<paths>({
  baseUrl: KEYFRAME_BASE_URL,
  headers: { authorization: `Bearer ${KEYFRAME_API_KEY}` },
});

const submitted = await client.POST('/v1/videos/generations', {
  params: { header: { 'Idempotency-Key': randomUUID() } },
  body: { model: 'video-2-0', input: { prompt, duration: 4 } },
});
if (submitted.error) throw new Error(submitted.error.error.message);
console.log(`Accepted as ${submitted.data.taskId}.`);

for (;;) {
  const params = { path: { id: submitted.data.taskId } };
  const { data: task, error, response } = await client.GET('/v1/tasks/{id}', { params });
  if (error) throw new Error(error.error.message);
  if (task.status === 'completed') {
    console.log(`Completed: ${task.credits} credits.`);
    break;
  }
  if (task.status === 'failed') throw new Error(`The task failed: ${task.failed_reason}.`);
  await sleep(Number(response.headers.get('retry-after') ?? 10) * 1000);
}
