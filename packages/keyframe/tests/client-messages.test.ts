// The messages of the command line. Messages about documents are tested in openapi-model.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

const run = (...words: string[]) => runKeyframe(words);

test.each([
  [['generate', 'client', '--out', 'x'], 'Expected exactly one document.'],
  [['generate', 'client', 'a', 'b', '--out', 'x'], 'Expected exactly one document.'],
  [['generate', 'client', 'a'], 'Missing option --out <folder>.'],
  [
    ['generate', 'client', 'a', '--out', 'x', '--check', '--watch'],
    '--check and --watch cannot be combined.',
  ],
  [
    ['generate', 'client', 'a', '--out', 'x', '--import-extension', 'mjs'],
    '--import-extension must be one of ts, js, none (got "mjs").',
  ],
  [
    ['generate', 'client', '/nowhere/api.json', '--out', 'x'],
    '/nowhere/api.json: The file cannot be read. Check its path.',
  ],
])('%j: %s', async (words, message) => {
  const { status, err } = await run(...words);
  expect([status, err.split('\n')[0]]).toEqual([2, message]);
});

test('reports written files, differing files and renamed operations', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-client-messages-'));
  const document = join(folder, 'api.json');
  const out = join(folder, 'out');
  const paths = { '/a': { get: { operationId: 'class', responses: { 204: { description: 'b' } } } } };
  await writeFile(
    document,
    JSON.stringify({
      openapi: '3.1.1',
      info: { title: 'A', version: '1' },
      servers: [{ url: 'https://a.example' }],
      paths,
    }),
  );
  const outputLines = (text: string) =>
    text
      .replaceAll(`${folder}/`, '')
      .split('\n')
      .filter((line) => !line.startsWith('  '));
  const first = await run('generate', 'client', document, '--out', out);
  expect(outputLines(first.err)).toEqual([
    'out/client.ts written',
    'out/index.ts written',
    'out/operations.ts written',
    'out/types.ts written',
    'warning: api.json:1:110 #/paths/~1a/get "class" is named class2 in the client: its own name is taken or reserved. Rename it in the document to choose another name.',
  ]);
  await writeFile(join(out, 'client.ts'), '');
  const second = await run('generate', 'client', document, '--out', out, '--check');
  expect(outputLines(second.err)).toEqual([
    'out/client.ts differs',
    'The files do not match api.json: run the same command without --check to write them.',
  ]);
  await rm(folder, { recursive: true });
});
