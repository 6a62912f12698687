import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEgress, type Egress, EgressError } from '../../egress/index.ts';
import { createLog } from '../../telemetry/log.ts';
import { fetchResult } from './fetch-result.ts';

test.each([
  ['exhausted', 'GenerationInterruptedError'],
  ['too_large', 'GenerationFailedError'],
] as const)('a download that ends as %s is a %s', async (reason, name) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-fetch-'));
  const download = () => Promise.reject(new EgressError(reason, 'no video'));
  const egress: Egress = { ...createEgress({ allow: [] }), download };
  const fetching = fetchResult(
    { egress, log: createLog('silent'), pollIntervalMs: 10 },
    { videoUrl: 'https://media.example.com/1', lastFrameUrl: null },
    {
      taskId: 'task_1',
      videoPath: join(folder.path, 'video'),
      lastFramePath: null,
      signal: AbortSignal.timeout(5_000),
    },
  );
  await expect(fetching).rejects.toMatchObject({ name });
});
