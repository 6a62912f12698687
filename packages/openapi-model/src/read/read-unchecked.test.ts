import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUnchecked } from './read-unchecked.ts';

const HEAD = '"openapi":"3.1.0","info":{"title":"A","version":"1"}';
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-model-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function read(name: string, content: string | Uint8Array) {
  await writeFile(join(folder, name), content);
  return readUnchecked(join(folder, name));
}

test.each([
  ['api.json', `{${HEAD},"paths":{"/":5}}`],
  ['api.yaml', 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /: 5 }\n'],
])('reads %s, and checks nothing but its head', async (name, text) => {
  expect(await read(name, text)).toMatchObject({ openapi: '3.1.0', paths: { '/': 5 } });
});

test('upgrades a document of OpenAPI 3.0', async () => {
  const schemas = '"components":{"schemas":{"A":{"type":"string","nullable":true}}}';
  expect(await read('api.json', `{${HEAD.replace('3.1.0', '3.0.3')},${schemas}}`)).toMatchObject({
    openapi: '3.1.1',
    components: { schemas: { A: { type: ['string', 'null'] } } },
  });
});

test.each<[string, string, string | Uint8Array]>([
  ['broken JSON', 'api.json', '{'],
  ['broken YAML', 'api.yaml', 'a: [1'],
  ['invalid UTF-8', 'api.json', new Uint8Array([0x7b, 0xff, 0x7d])],
  ['a list', 'api.json', '[]'],
  ['another version', 'api.json', '{"openapi":"4.0.0"}'],
  ['a document without a title', 'api.json', '{"openapi":"3.1.0","info":{"version":"1"}}'],
  ['another dialect', 'api.json', `{${HEAD},"jsonSchemaDialect":"https://example.com"}`],
  [
    'another dialect of a schema',
    'api.json',
    `{${HEAD},"components":{"schemas":{"A":{"$schema":"https://example.com"}}}}`,
  ],
  ['keywords of 2019-09', 'api.json', `{${HEAD},"components":{"schemas":{"A":{"$recursiveRef":"#"}}}}`],
])('leaves %s to loadDocument', async (_, name, content) => {
  expect(await read(name, content)).toBeUndefined();
});

test('leaves a missing file to loadDocument', async () => {
  expect(await readUnchecked(join(folder, 'none.json'))).toBeUndefined();
});
