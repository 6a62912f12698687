/// <reference lib="dom" />
// The page of an app that Vite builds: it asks the API that its address names for a task, and shows its status.
import { createClient, isKeyframeError } from '@keyframe/client';

const baseUrl = new URLSearchParams(location.search).get('api') ?? '';
const client = createClient({ apiKey: 'sk_test_any', baseUrl });

async function show(): Promise<string> {
  const task = await client.tasks.get('task_1', { headers: { prefer: 'code=200, example=completed' } });
  const error: unknown = await client.tasks
    .get('task_1', { headers: { prefer: 'code=404' } })
    .catch((reason: unknown) => reason);
  return `${task.status} ${isKeyframeError(error) ? error.code : 'no error'}`;
}

document.title = await show().catch(String);
