import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { enterProject, runKeyframe } from './run-keyframe.ts';

test('docs writes a page that loads nothing from other hosts', async () => {
  using _ = enterProject('{ apis: {} }');
  expect(await runKeyframe(['docs', 'openapi.yaml', '--out', 'out/reference.html'])).toMatchObject({
    status: 0,
    err: expect.stringContaining('out/reference.html written'),
  });
  const page = readFileSync('out/reference.html', 'utf8');
  expect(page).toContain('getThing');
  const elements = [...page.matchAll(/<(?:img|link|script)\b[^<>]*\b(?:href|src)="?https?:[^<>]*>/g)];
  expect(elements.map(([element]) => element)).toEqual([]);
  expect(page).not.toContain('cdn.redoc.ly/redoc/');
});

test.each([
  ['openapi.yaml', '--out openapi.yaml would overwrite a file that is read.'],
  ['.', 'It is a folder, not a file. Choose another path.'],
])('docs does not write to %s', async (out, message) => {
  using _ = enterProject('{ apis: {} }');
  expect(await runKeyframe(['docs', 'openapi.yaml', '--out', out])).toMatchObject({
    status: 2,
    err: expect.stringContaining(message),
  });
});
