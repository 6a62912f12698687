import { readFileSync } from 'node:fs';
import { WORLD_HEADER } from '@keyframe/openapi-mock';
import { expect, test } from 'vitest';
import { enterProject, runKeyframe } from './run-keyframe.ts';

test('docs writes a file that loads nothing and needs no other tool', async () => {
  using _ = enterProject('{ apis: {} }');
  expect(await runKeyframe(['docs', 'openapi.yaml', '--out', 'out/reference.html'])).toMatchObject({
    status: 0,
    err: expect.stringContaining('out/reference.html written'),
  });
  const page = readFileSync('out/reference.html', 'utf8');
  expect(page).toContain('getThing');
  expect(page.includes(WORLD_HEADER)).toBe(true);
  const [elements = ''] = page.split('<script');
  const loaded = elements.match(/<(?:img|link)\b[^<>]*\b(?:href|src)="(?!data:)/g);
  expect(loaded).toBeNull();
});

test('docs writes a site with a page for each operation, Markdown and llms.txt', async () => {
  using _ = enterProject('{ apis: {} }');
  const words = [
    'docs',
    'openapi.yaml',
    '--out',
    'site/',
    '--no-mock',
    '--server',
    'https://api.example.com',
  ];
  expect(await runKeyframe(words)).toMatchObject({ status: 0 });
  expect(readFileSync('site/assets/reference.js', 'utf8').includes(WORLD_HEADER)).toBe(false);
  expect(readFileSync('site/operations/get-thing/index.html', 'utf8')).toContain('assets/reference.js');
  expect(readFileSync('site/operations/get-thing.md', 'utf8')).toContain('https://api.example.com');
  expect(readFileSync('site/llms.txt', 'utf8')).toContain('(operations/get-thing.md)');
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
