import { expect, test } from 'vitest';
import { stackTrace } from './stack-trace.ts';

test.each([
  ['Error: x\n    at run (/srv/app/main.js:10:5)', true],
  ['Error: x\n    at file:///srv/app/main.js:10:5', true],
  ['Traceback (most recent call last):\n  File "app.py", line 7', true],
  ['at com.example.App.run(App.java:12)', true],
  ['goroutine 12 [running]:', true],
  ['{"message":"No resource at /pets/1.","timestamp":"2025-12-17T10:30:00Z"}', false],
  ['{"message":"The shop opens at /around/ 10:30:00"}', false],
  ['{"detail":"meet at 10:30"}', false],
])('the body %j has a frame: %s', (text, hasFrame) => {
  const response = { status: 500, body: Buffer.from(text) };
  const observed = { operation: { pointer: '#' }, response } as never;
  expect(stackTrace.run(observed)).toHaveLength(hasFrame ? 1 : 0);
});
