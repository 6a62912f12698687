import { expect, test } from 'vitest';
import { createPasswordHashing } from './password-hashing.ts';

test('a password is verified against its salted hash', async () => {
  const { hash, verify } = createPasswordHashing();
  const [one, other] = [await hash('correct horse'), await hash('correct horse')];
  expect(one).not.toBe(other);
  expect(await verify({ hash: one, password: 'correct horse' })).toBe(true);
  expect(await verify({ hash: one, password: 'wrong horse' })).toBe(false);
});

test('some concurrent attempts wait, the rest are refused, and the event loop goes on', async () => {
  const { hash } = createPasswordHashing();
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 1);
  const settled = await Promise.allSettled(Array.from({ length: 50 }, () => hash('correct horse')));
  clearInterval(ticking);
  const refusals = settled.filter(({ status }) => status === 'rejected');
  expect(refusals).toHaveLength(16);
  expect(refusals[0]).toMatchObject({ reason: { statusCode: 429 } });
  expect(ticks).toBeGreaterThan(5);
  // Turns are given back.
  expect(await hash('again')).toMatch(/^[0-9a-f]+:/);
});
