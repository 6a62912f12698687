import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDocument, surveyDocument } from './survey-document.ts';

const get = (operation: object = {}) => ({
  get: { responses: { 204: { description: 'ok' } }, ...operation },
});
const GONE = { parameters: [{ $ref: '#/components/parameters/Gone' }] };

const describe = (title: string, paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths });

test.each([
  [describe('Pet Store API (v2)', { '/a': get() }), 'petStoreApi', {}],
  [
    describe('日本', { '/a/{id}': get({ operationId: 'a' }), '/b': get({ operationId: 'a' }) }),
    'api',
    { lenient: true },
  ],
  [describe('Ünïcode', { '/a': get(), '/b': get(GONE) }), 'u', { lenient: true, skipUnsupported: true }],
])('%s is read as %s, with %j', async (text, name, read) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'survey-'));
  const path = join(folder.path, 'a.json');
  writeFileSync(path, text);
  const survey = await surveyDocument(path);
  expect(survey).toMatchObject({ read });
  expect(survey.name.startsWith(name)).toBe(true);
  expect(await copyDocument(path, folder.path, survey)).toBe('openapi.json');
  expect(readFileSync(join(folder.path, 'openapi.json'), 'utf8')).toBe(text);
  await expect(copyDocument(path, folder.path, survey)).rejects.toThrow('EEXIST');
});

test('a document of several files becomes one', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'survey-'));
  const path = join(folder.path, 'a.yaml');
  writeFileSync(path, describe('A', { '/a': { $ref: './item.json' } }));
  writeFileSync(join(folder.path, 'item.json'), JSON.stringify(get({ operationId: 'getA' })));
  expect(await copyDocument(path, folder.path, await surveyDocument(path))).toBe('openapi.json');
  expect(readFileSync(join(folder.path, 'openapi.json'), 'utf8')).toContain('"getA"');
});

test('a document that cannot be read at all is rejected with the problems of strict reading', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'survey-'));
  const path = join(folder.path, 'a.json');
  writeFileSync(path, describe('A', { '/a': get(GONE) }));
  await expect(surveyDocument(path)).rejects.toThrow('Gone');
});
