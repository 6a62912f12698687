import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deriveOutputs, type Output } from './derive-outputs.ts';

const ASSETS = { start: '', program: '', styles: '', policy: '' };
const read = (name: string) =>
  readFileSync(new URL(`../../public/playground/${name}.yaml`, import.meta.url), 'utf8');
async function derive(document: string, before = ''): Promise<Output[]> {
  const outputs: Output[] = [];
  for await (const output of deriveOutputs({ document, before }, ASSETS)) outputs.push(output);
  return outputs;
}

test('a document becomes a reference, a server, a client and tools', async () => {
  const outputs = await derive(read('bookshop'));
  expect(outputs.map(({ kind }) => kind)).toEqual(['reference', 'server', 'client', 'tools']);
  const paths = outputs.map((output) => ('files' in output ? output.files.map(({ path }) => path) : []));
  expect(paths[1]).toContain('routes.ts');
  expect(paths[2]).toContain('client.ts');
  expect(paths[3]).toEqual(['listBooks', 'createOrder', 'getOrder']);
  expect('html' in (outputs[0] ?? {}) && outputs[0]).toMatchObject({
    html: expect.stringContaining('<title>Bookshop</title>'),
  });
});

test('the changes since another version are compared by meaning', async () => {
  const output = (await derive(read('bookshop'), read('bookshop-before'))).at(-1);
  const changes = output?.kind === 'changes' && 'changes' in output ? output.changes : [];
  expect(changes.map(({ rule }) => rule)).toEqual([
    'request-maximum-decreased',
    'request-maximum-decreased',
    'response-property-added',
  ]);
});

const HEAD = 'openapi: 3.1.1\ninfo: { title: A, version: "1" }\n';

test.each([
  ['a text that is no document', 'a: [', 'document.yaml:1:5'],
  ['an error of the document', `${HEAD}paths: { /a: { get: 1 } }`, 'document.yaml:3:16'],
  ['JSON', '{\n  "openapi": }', 'document.json:2:15'],
])('the problem of %s names its place', async (_case, ...[text, place]) => {
  expect(await derive(text)).toEqual([{ kind: 'problem', text: expect.stringContaining(place) }]);
});

test('warnings name their place, and an earlier version that cannot be read hinders nothing else', async () => {
  const [warnings, ...outputs] = await derive(`${HEAD}paths: {}\npaths: {}`, 'a: [');
  expect(warnings).toEqual({ kind: 'warnings', text: expect.stringContaining('document.yaml:4:1') });
  expect(outputs.map((output) => [output.kind, 'problem' in output])).toEqual([
    ['reference', false],
    ['server', false],
    ['client', false],
    ['tools', false],
    ['changes', true],
  ]);
});
