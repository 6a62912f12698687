// The OpenAPI Initiative's own documents of OpenAPI 3.2: what its schema accepts is read, and what it rejects is found.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { doctor } from '../src/doctor/doctor.ts';

const FOLDER = fileURLToPath(new URL('fixtures/oas-3.2', import.meta.url));

// Findings about documents that the schema accepts, each beyond what a JSON Schema can express.
const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  'link-object-examples.yaml': ['unknown-link-target', 'unknown-link-target'],
  // A form with multipart in multipart; and a description of a media type, which came after 3.2.0.
  'media-type-examples.yaml': ['unsupported', 'official-schema'],
  'operation-object-example.yaml': ['undeclared-security-scheme'],
  // A reference to another site.
  'security-scheme-object-examples.yaml': ['invalid'],
};

// Mistakes in the `xml` of a schema, which has no effect on JSON.
const UNREPORTED = ['xml-attr-exclusion.yaml', 'xml-wrapped-exclusion.yaml'];

async function listRules(kind: 'fail' | 'pass', name: string): Promise<string[]> {
  const found = await doctor(`${FOLDER}/${kind}/${name}`);
  return found
    .filter((one) => one.level === 'error' || one.rule === 'official-schema')
    .map(({ rule }) => rule);
}

const list = (kind: 'fail' | 'pass') => readdirSync(`${FOLDER}/${kind}`);

describe.each(list('pass'))('%s', (name) => {
  test('is accepted', async () => {
    expect(await listRules('pass', name)).toEqual(FINDINGS[name] ?? []);
  });
});

describe.each(list('fail').filter((name) => !UNREPORTED.includes(name)))('%s', (name) => {
  test('is rejected', async () => {
    expect(await listRules('fail', name)).not.toEqual([]);
  });
});
