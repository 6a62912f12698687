// The AI SDK in processes that share nothing but what the first one printed.
import { fileURLToPath } from 'node:url';
import { eventually, startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { createAccount } from '../../support/account.ts';
import { openSharedService } from '../../support/shared-service.ts';

const PROGRAM = fileURLToPath(new URL('ai-sdk-process.ts', import.meta.url));
const CREDITS = 1000;
/** The price of 4 seconds of 480p. */
const PRICE = 20;

test('a process starts a video, and others read its status by the operation that it stored', {
  meta: { requirements: ['END-3'] },
}, async () => {
  await using service = await openSharedService();
  const { key, ownerId } = await createAccount(service.operator, { credits: CREDITS });
  const run = async (...words: string[]) => {
    const env = { KEYFRAME_API_KEY: key, KEYFRAME_BASE_URL: service.url };
    await using child = startChild({ args: [PROGRAM, ...words], env });
    expect(await child.waitForExit(), child.stderr).toEqual({ code: 0, signal: null });
    return JSON.parse(child.stdout);
  };
  const operation = await run();
  expect(operation).toEqual({ taskId: expect.stringMatching(/^task_\w+$/) });
  const ended = await eventually('the video', async () => {
    const read = await run(JSON.stringify(operation));
    return read.status === 'completed' && read;
  });
  expect(ended).toMatchObject({ bytes: expect.toSatisfy((bytes: number) => bytes > 1000) });
  const { test: balance } = await service.operator.balances(ownerId);
  expect(CREDITS - balance.available).toBe(PRICE);
});
