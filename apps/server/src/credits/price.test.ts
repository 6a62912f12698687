import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { priceTask, readPriceTable } from './price.ts';

const table = readPriceTable();

async function givenTable(content: object): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-prices-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, 'price-table.json');
  await writeFile(file, JSON.stringify(content));
  return pathToFileURL(file);
}

test.each([
  ['the base case', {}, 50],
  ['by duration', { durationSeconds: 15 }, 150],
  ['by resolution', { resolution: '4k' }, 300],
  ['by model', { model: 'video-2-0-fast' }, 30],
  ['by video references', { hasVideoReferences: true }, 75],
  ['rounded up', { model: 'video-2-0-mini', resolution: '480p', hasVideoReferences: true }, 12],
] as const)('RES-25 a task is priced %s', (_, change, credits) => {
  const base = {
    model: 'video-2-0',
    resolution: '720p',
    durationSeconds: 5,
    hasVideoReferences: false,
  } as const;
  expect(priceTask(table, { ...base, ...change })).toBe(credits);
});

test.each([
  [14_316, true],
  [14_317, false],
])(
  'OPEN-2 a rate of %i, whose dearest task has to fit the ledger, is accepted: %s',
  async (rate, isAccepted) => {
    const dear = {
      creditsPerSecond: { '480p': 1, '720p': rate, '1080p': 1, '4k': 1 },
      modelPercent: { 'video-2-0': 1, 'video-2-0-fast': 10_000, 'video-2-0-mini': 1 },
      videoReferencePercent: 10_000,
    };
    const file = await givenTable(dear);
    if (isAccepted) expect(readPriceTable(file)).toEqual(dear);
    else expect(() => readPriceTable(file)).toThrow('costs more than 2147483647 credits');
  },
);

test('OPEN-2 a price table with a hole is refused at start', async () => {
  const { videoReferencePercent: _, ...rest } = table;
  const file = await givenTable(rest);
  expect(() => readPriceTable(file)).toThrow('videoReferencePercent');
});
