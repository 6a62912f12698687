// The published test documents of the Overlay Specification: which are overlays, and the results of those with a result.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { inspectDocument } from '../load-document.ts';
import { readSourceFile } from './read-source-file.ts';

const FIXTURES = fileURLToPath(new URL('../../tests/fixtures/overlays', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'openapi-published-overlays-'));
const DOCUMENT = join(folder, 'openapi.json');
writeFileSync(DOCUMENT, JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }));

afterAll(() => rmSync(folder, { recursive: true }));

// Mistakes that change no result: in descriptions, `info`, `extends` and unknown members, and equal actions.
const HARMLESS =
  /description|^info-|^extends-|invalid-property|not-unique|remove-invalid-type|invalid-pattern/;

describe.each(['v1.0', 'v1.1', 'v1.2-dev'])('%s', (version) => {
  const list = (kind: 'fail' | 'pass') => readdirSync(join(FIXTURES, version, kind));

  // Its target is not JSONPath by RFC 9535: a name with hyphens needs brackets.
  const accepted = list('pass').filter((name) => name !== 'actions-traits-example.yaml');

  test.each(accepted)('accepts %s', async (name) => {
    const path = join(FIXTURES, version, 'pass', name);
    const { problems } = await inspectDocument(DOCUMENT, { overlays: [path] });
    expect(problems.filter(({ file }) => file === path)).toEqual([]);
  });

  test.each(list('fail').filter((name) => !HARMLESS.test(name)))('rejects %s', async (name) => {
    const { problems } = await inspectDocument(DOCUMENT, {
      overlays: [join(FIXTURES, version, 'fail', name)],
    });
    expect(problems).not.toEqual([]);
  });
});

describe('compliant sets', () => {
  const sets = readdirSync(join(FIXTURES, 'compliant-sets'));

  test.each(sets)('%s', async (name) => {
    const path = (file: string) => join(FIXTURES, 'compliant-sets', name, file);
    const { document } = await inspectDocument(path('openapi.yaml'), { overlays: [path('overlay.yaml')] });
    const { value } = await readSourceFile(path('output.yaml'));
    expect(document).toEqual(value);
  });

  test('a copy of a path item is merged into the target', async () => {
    const operation = { responses: {} };
    const paths = { '/foo': { get: operation, tags: [1] }, '/bar': { put: operation, tags: [2] } };
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths };
    const source = join(folder, 'copy.json');
    writeFileSync(source, JSON.stringify(document));
    const overlays = [join(FIXTURES, 'v1.1/pass/copy-path-item-example.yaml')];
    const inspection = await inspectDocument(source, { overlays });
    expect(inspection.document).toMatchObject({
      paths: { '/bar': { get: operation, put: operation, tags: [2, 1] }, '/foo': paths['/foo'] },
    });
  });
});
