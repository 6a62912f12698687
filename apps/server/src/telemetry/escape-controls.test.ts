import { expect, test } from 'vitest';
import { escapeControls, escapeControlsInJson } from './escape-controls.ts';

test.each([
  ['Acme Studio – é 映画 🎬', 'Acme Studio – é 映画 🎬'],
  ['\u001b[31mred', '\\u001b[31mred'],
  ['\u009b31mred', '\\u009b31mred'],
  ['one\ntwo\r\u2028', 'one\\u000atwo\\u000d\\u2028'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['\u007f\u0000', '\\u007f\\u0000'],
])('%j reaches a terminal as %j', (text, escaped) => {
  expect(escapeControls(text)).toBe(escaped);
});

test('JSON keeps its value and contains no control character but its own line ends', () => {
  const value = { text: '\u001b[31m \u007f \u009b31m \u202e \u2028 é 🎬' };
  const json = `${escapeControlsInJson(JSON.stringify(value))}\n`;
  expect(JSON.parse(json)).toEqual(value);
  expect(json.trimEnd()).not.toMatch(/[\p{Cc}\u2028-\u202E]/u);
});
