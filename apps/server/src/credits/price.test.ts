import { expect, test } from 'vitest';
import { priceTask, readPriceTable } from './price.ts';

const table = readPriceTable();

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

test('OPEN-2 a price table with a hole is refused at start', () => {
  const broken = new URL('data:application/json,{}');
  expect(() => readPriceTable(broken)).toThrow();
});
