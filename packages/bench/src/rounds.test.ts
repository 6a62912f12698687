import { expect, test } from 'vitest';
import { alternate } from './rounds.ts';

test('the sides take turns, the first turn is dropped, and each figure has its own median', async () => {
  const turns: string[] = [];
  const side = (name: string, figures: readonly { rate: number; p99: number }[]) => {
    const left = [...figures];
    return async () => {
      turns.push(name);
      return left.shift() ?? { rate: Number.NaN, p99: Number.NaN };
    };
  };
  const result = await alternate(3, {
    subject: side('A', [
      { rate: 1000, p99: 1000 },
      { rate: 3, p99: 10 },
      { rate: 1, p99: 30 },
      { rate: 2, p99: 20 },
    ]),
    peer: side('B', [
      { rate: 0, p99: 0 },
      { rate: 5, p99: 7 },
      { rate: 5, p99: 8 },
      { rate: 6, p99: 10 },
    ]),
  });
  expect(turns.join('')).toBe('ABABABAB');
  expect(result).toEqual({
    rate: { subject: 2, peer: 5, peerRuns: [5.5, 5] },
    p99: { subject: 20, peer: 8, peerRuns: [8.5, 8] },
  });
});

test('one round cannot be compared with another', async () => {
  const side = async () => ({ rate: 1 });
  expect(await alternate(1, { subject: side, peer: side })).toEqual({ rate: { subject: 1, peer: 1 } });
});
