// The guides, followed literally: every curl line runs against a real service.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { GUIDES, readBlocks, useGuides } from './guide-commands.ts';

const run = promisify(execFile);
const blocks = await readBlocks();
const { service, shell, setValues } = useGuides();
const [, index = ''] =
  /^```sh\n([\s\S]*?)^```$/m.exec(await readFile(join(GUIDES, '../index.md'), 'utf8')) ?? [];
/** Those of one page run one after another, as a reader runs them. */
const pages = Map.groupBy(
  [{ guide: 'index', info: '', code: index }, ...blocks].filter(
    ({ code, info }) => /^curl /m.test(code) && info !== 'receiver' && info !== 'mock',
  ),
  ({ guide }) => guide,
);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

/** Learns the ids that a response names, for the blocks that come after it. */
async function learn(stdout: string): Promise<void> {
  const [, taskId] = /"taskId": ?"(\w+)"/.exec(stdout) ?? [];
  if (taskId === undefined) return;
  const result = await eventually('the task to end', async () => {
    const response = await fetch(`${service().url}/v1/tasks/${taskId}`, {
      headers: { authorization: `Bearer ${service().testKey}` },
    });
    const task = (await response.json()) as { status: string; data?: { results: string[] } };
    return task.status === 'failed' ? 'none' : task.data?.results[0];
  });
  setValues({ 'task_…': taskId, 'results/…': result });
}

test.skipIf(!hasCurl).for([...pages])(
  'every curl line of the guide %s gets the status that the guide says (needs curl)',
  async ([, steps]) => {
    for (const { code, info } of steps) {
      const { stdout, statuses } = await shell(code);
      const [, expected] = /status=(\d+)/.exec(info) ?? [];
      expect(statuses.length).toBe(code.match(/^curl /gm)?.length);
      for (const status of statuses) {
        if (expected === undefined) expect(status, stdout).toBeLessThan(300);
        else expect(status, stdout).toBe(Number(expected));
      }
      await learn(stdout);
    }
  },
);

test('a page with curl lines is every one that has a request to show', () => {
  expect([...pages.keys()].length).toBeGreaterThan(8);
});
