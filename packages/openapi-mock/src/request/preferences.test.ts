import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

test.each([
  ['code=429', { code: 429 }],
  ['code=200, example=failed', { code: 200, example: 'failed' }],
  ['code="404"; delay=20', { code: 404, delay: 20 }],
  ['lost', { isLost: true }],
  ['callback=twice, pace=fast', { callback: 'twice', pace: 'fast' }],
  ['outcome=failed, hold=50', { outcome: 'failed', hold: 50 }],
])('reads %s', (text, expected) => {
  expect(parsePreferences(text)).toMatchObject(expected);
});

test.each(['', 'code=99', 'code=abc', 'delay=-1', 'callback=sometimes', 'pace=slow', 'respond-async'])(
  'ignores %j',
  (text) => {
    const { isLost, ...others } = parsePreferences(text);
    expect([isLost, ...Object.values(others)].filter(Boolean)).toEqual([]);
  },
);

test('limits a delay to a minute', () => {
  expect(parsePreferences('delay=99999999').delay).toBe(60_000);
});
