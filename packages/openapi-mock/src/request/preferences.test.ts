import { expect, test } from 'vitest';
import { parsePreferences, writeValue } from './preferences.ts';

test.each([
  ['code=429', { code: 429 }],
  ['code=200, example=failed', { code: 200, example: 'failed' }],
  ['code="404"; delay=20', { code: 404, delay: 20 }],
  ['example="two, with comma; and more", code=200', { code: 200, example: 'two, with comma; and more' }],
  [String.raw`example="a \"b\" \\ c=d"`, { example: String.raw`a "b" \ c=d` }],
  ['code = 404 , example="not closed', { code: 404, example: '"not closed' }],
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

test.each([
  ['delay=99999999', { delay: 60_000 }],
  ['delay=Infinity', { delay: 60_000 }],
  ['hold=1e12', { hold: 86_400_000 }],
  ['hold=Infinity', { hold: 86_400_000 }],
  ['wait=1000', { wait: 60 }],
])('limits %s', (text, expected) => {
  expect(parsePreferences(text)).toMatchObject(expected);
});

test.each([
  ['few', 'few'],
  ['', '""'],
  ['two, with comma', '"two, with comma"'],
  [String.raw`a "b" \ c`, String.raw`"a \"b\" \\ c"`],
  [' spaces; ', '" spaces; "'],
])('the value %j is written as %s and read again', (value, expected) => {
  expect(writeValue(value)).toBe(expected);
  expect(parsePreferences(`code=200, example=${writeValue(value)}, lost`)).toMatchObject({
    code: 200,
    example: value,
    isLost: true,
  });
});
