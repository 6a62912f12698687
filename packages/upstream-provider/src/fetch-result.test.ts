import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fetchResult } from './fetch-result.ts';

const write = () => {};

test.each([
  ['machine', 'GenerationInterruptedError'],
  ['upstream', 'GenerationFailedError'],
] as const)('a download whose error is of %s ends as %s', async (meaning, name) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-fetch-'));
  const fetching = fetchResult(
    {
      download: () => Promise.reject(new Error('no video')),
      classifyDownload: () => meaning,
      log: { info: write, warn: write, error: write },
      pollIntervalMs: 10,
    },
    { videoUrl: 'https://media.example.com/1', lastFrameUrl: null },
    {
      taskId: 'task_1',
      videoPath: join(folder.path, 'video'),
      lastFramePath: null,
      signal: new AbortController().signal,
    },
  );
  await expect(fetching).rejects.toMatchObject({ name });
});
