// The guides, followed literally: every command of administration runs against a real service.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { ADMIN_SCRIPT } from '../../support/server-scripts.ts';
import { readBlocks, useGuides } from './guide-commands.ts';

const run = promisify(execFile);
const { service, receiver, shell, setValues } = useGuides();

test('every command of administration in the guides runs', async () => {
  const submitted = await fetch(`${service().url}/v1/videos/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service().testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'video-2-0',
      callback_url: `${receiver().url}/callbacks`,
      input: { prompt: '#sandbox:refund_failed', duration: 4 },
    }),
  });
  const { taskId } = (await submitted.json()) as { taskId: string };
  const admin = async (...words: string[]) => {
    const env = { ...process.env, KEYFRAME_DATA: service().dataDirectory, DATABASE_URL: '' };
    const { stdout } = await run(process.execPath, [ADMIN_SCRIPT, ...words, '--json'], { env });
    return JSON.parse(stdout);
  };
  const delivery = await eventually('the delivery to fail', async () => {
    const [found] = await admin('delivery', 'list', '--status', 'failed', '--task', taskId);
    return found as { id: string } | undefined;
  });
  const key = await admin('key', 'create', '--owner', service().ownerId, '--mode', 'test');
  setValues({ 'task_…': taskId, 'msg_…': delivery.id, 'key_…': key.id });
  const blocks = await readBlocks();
  const commands = blocks
    .filter(({ code }) => code.includes('npm run --silent admin'))
    .map(({ code }) => code);
  expect(commands.length).toBeGreaterThan(4);
  // Commands that revoke come last: the others need what they revoke.
  const lines = commands.flatMap((code) => code.trim().split('\n'));
  for (const line of new Set(lines)) await shell(line);
});
