import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataDirectory, eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

const run = promisify(execFile);
const GUIDES = fileURLToPath(new URL('../../../../../apps/docs/src/content/docs/guides/', import.meta.url));

test('the embedded database is backed up as the guide says, and a restored copy has the task', async () => {
  const guides = readdirSync(GUIDES).map((name) => readFileSync(join(GUIDES, name), 'utf8'));
  const [, block] = /^```sh backup\n([\s\S]*?)\n^```$/m.exec(guides.join('\n')) ?? [];
  expect(block).toBe('cp -a .keyframe keyframe-backup');
  await using data = await createDataDirectory();
  const first = await startService({ dataDirectory: data.path });
  const request = { headers: { authorization: `Bearer ${first.testKey}` } };
  const submitted = await fetch(`${first.url}/v1/videos/generations`, {
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'video-2-0', input: { prompt: 'a lake', duration: 4 } }),
  });
  const { taskId } = (await submitted.json()) as { taskId: string };
  await first[Symbol.asyncDispose]();
  await using backup = await createDataDirectory();
  await run('cp', ['-a', `${data.path}/.`, backup.path]);
  await using restored = await startService({ dataDirectory: backup.path });
  const task = await eventually('the task to be completed', async () => {
    const response = await fetch(`${restored.url}/v1/tasks/${taskId}`, request);
    const found = (await response.json()) as { status: string };
    return found.status === 'completed' ? found : undefined;
  });
  expect(task.status).toBe('completed');
  expect(await restored.commands.audit()).toMatchObject({ balanced: true });
});
