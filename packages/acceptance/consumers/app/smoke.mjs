// Duties of every runtime: call the API at the address that is named, sign and read a callback, and validate.
import { createClient } from '@keyframe/client';
import { signCallback, unwrapCallback } from '@keyframe/client/webhooks';
import { VideoGenerationRequest } from '@keyframe/contract/hono';

const SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz';

/** Gives a line of what was done. */
export async function smoke(baseUrl) {
  const client = createClient({ apiKey: 'sk_test_any', baseUrl });
  const task = await client.tasks.get('task_1', { headers: { prefer: 'code=200, example=completed' } });
  const { success } = VideoGenerationRequest.safeParse({
    model: 'video-2-0',
    input: { prompt: 'a', duration: 3 },
  });
  const callback = await signCallback(task, { secret: SECRET });
  const event = await unwrapCallback(callback, { secrets: [SECRET] });
  return `${event.status} ${success}`;
}
