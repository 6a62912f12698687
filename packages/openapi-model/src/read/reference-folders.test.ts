import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectDocument } from '../load-document.ts';
import { allowFolders, isWithin } from './reference-folders.ts';

let root = '';

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'reference-folders-')));
  for (const folder of ['api/schemas', 'api-secret', 'cfg'])
    await mkdir(join(root, folder), { recursive: true });
  for (const file of ['api/schemas/a.json', 'api-secret/a.json', 'cfg/config.json'])
    await writeFile(join(root, file), '{ "type": "string" }');
  await symlink(join(root, 'cfg/config.json'), join(root, 'api/link.json'));
  const schema = { $ref: '../cfg/config.json' };
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses } } },
  };
  await writeFile(join(root, 'api/openapi.json'), JSON.stringify(document));
});

afterAll(() => rm(root, { recursive: true }));

test.each([
  ['api/schemas/a.json', [], true],
  ['api/none.json', [], true],
  ['cfg/config.json', [], false],
  ['cfg/config.json', ['cfg'], true],
  ['api-secret/a.json', [], false],
  ['api/link.json', [], false],
  ['api/link.json', ['cfg'], true],
])('%s, where %j is allowed: %j', async (path, folders, expected) => {
  const allowed = folders.map((folder) => join(root, folder));
  const isAllowed = allowFolders(join(root, 'api/openapi.json'), allowed);
  expect(await isAllowed(pathToFileURL(join(root, path)).href)).toBe(expected);
});

test.each([
  { path: posix, folder: '/api', file: '/api/a.yaml', expected: true },
  { path: posix, folder: '/api', file: '/api', expected: true },
  { path: posix, folder: '/api', file: '/api-secret/a.yaml', expected: false },
  { path: posix, folder: '/', file: '/..a.yaml', expected: true },
  { path: win32, folder: 'C:\\api', file: 'C:\\api\\schemas\\a.yaml', expected: true },
  { path: win32, folder: 'C:\\api', file: 'c:\\API\\a.yaml', expected: true },
  { path: win32, folder: 'C:\\api', file: 'C:\\api-secret\\a.yaml', expected: false },
  { path: win32, folder: 'C:\\api', file: 'D:\\api\\a.yaml', expected: false },
  { path: win32, folder: 'C:\\api', file: '\\\\host\\share\\a.yaml', expected: false },
])('a file is in a folder by the rules of its system (%#)', ({ path, folder, file, expected }) => {
  expect(isWithin(folder, file, path)).toBe(expected);
});

test('a reference to a file outside of the folder is a problem, and its content is in no document', async () => {
  const path = join(root, 'api/openapi.json');
  const refused = await inspectDocument(path);
  expect(refused.problems).toMatchObject([
    {
      message: 'The reference ../cfg/config.json leads out of the folder of the document.',
      repair: `Move the file, or allow its folder: --allow-ref ${join(root, 'cfg')}.`,
    },
  ]);
  expect(refused.files).toEqual([path]);
  const allowed = await inspectDocument(path, { allowRef: [join(root, 'cfg')] });
  expect(allowed.problems).toEqual([]);
  expect(JSON.stringify(allowed.document)).toContain('"type":"string"');
});
