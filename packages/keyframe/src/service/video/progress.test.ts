import { expect, test } from 'vitest';
import { createProgress, type VideoEvent } from './progress.ts';

const EVENTS: VideoEvent[] = [
  { event: 'submitting' },
  { event: 'accepted', taskId: 'task_1', credits: 20 },
  { event: 'waiting', taskId: 'task_1' },
  { event: 'downloading', bytes: 5, totalBytes: 10 },
  { event: 'downloading', bytes: 10, totalBytes: 10 },
];

function run(isTerminal: boolean, isJson: boolean) {
  const lines: string[] = [];
  const drawn: string[] = [];
  using progress = createProgress({ isTerminal, err: (text) => lines.push(text) }, isJson, (text) =>
    drawn.push(text),
  );
  for (const event of EVENTS) progress.report(event);
  return { lines, drawn };
}

test('draws one line again and again on a terminal', () => {
  const { lines, drawn } = run(true, false);
  expect(lines).toEqual([]);
  expect(drawn.every((text) => text.startsWith('\r\u001b[K'))).toBe(true);
  expect(drawn.at(-2)).toContain('[############------------] 50 %');
});

test('writes a line for each step elsewhere', () => {
  const { lines, drawn } = run(false, false);
  expect(drawn).toEqual([]);
  expect(lines).toEqual([
    'Submitting the request',
    'Accepted as task_1 for 20 credits',
    'Waiting for task_1',
    'Downloading the video',
  ]);
});

test('writes JSON lines on request, on a terminal too', () => {
  const { lines } = run(true, true);
  expect(lines.map((line) => JSON.parse(line))).toEqual(EVENTS.slice(0, 4));
});
