// Definitions of work in published documents: they locate work as `locateWork` does.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocument } from '@keyframe/openapi-model';
import { createReader, deriveWork } from '@keyframe/openapi-resources';
import { locateWork } from '@keyframe/openapi-runtime/work';
import { expect, test } from 'vitest';
import { listFollowable } from '../src/describe/work.ts';
import { createDocumentClient } from '../src/document-client.ts';
import { compileFolders, generateIntoFolder } from './support/generated-folder.ts';

const FOLDER = join(import.meta.dirname, '../../openapi-resources/tests/async-documents');

/** Creates a body with values at the pointers of expressions. */
function createBody(values: readonly (readonly [expression: string, value: unknown])[]): unknown {
  const root: Record<string, unknown> = {};
  for (const [expression, value] of values) {
    const names = expression.replace('$response.body#/', '').split('/');
    let object = root;
    for (const name of names.slice(0, -1)) {
      object[name] ??= {};
      object = object[name] as Record<string, unknown>;
    }
    object[names.at(-1) ?? ''] = value;
  }
  return root;
}

async function listWork(file: string) {
  const model = await loadDocument(join(FOLDER, file), { lenient: true });
  const works = listFollowable(deriveWork(createReader(model)));
  const { defineWork } = createDocumentClient(model, { baseUrl: 'https://api.example' });
  return works.map((work) => {
    const definition = defineWork(work);
    if (definition === undefined) throw new Error(`${work.start.id} starts no work that can be followed.`);
    return { work, definition };
  });
}

test.each(readdirSync(FOLDER))('%s: the requests of readers have the values of locateWork', async (file) => {
  for (const { work, definition } of await listWork(file)) {
    const sources = work.address.arguments.filter(({ value }) => value.startsWith('$response.body#/'));
    const isSimple = sources.length > 0 && !work.isList && work.address.arguments.every(isOfBodyOrPath);
    if (!isSimple) continue;
    const data = createBody(sources.map(({ name, value }) => [value, `${name}-1`]));
    const path = Object.fromEntries(work.start.parameters.map(({ name }) => [name, `of ${name}`]));
    const [located = {}] = locateWork(work.address, { request: { path }, response: { body: data } });
    const id = definition.locate.write({ request: { path }, data }) ?? '';
    const { request } = definition.locate.read(id);
    const actual = Object.entries(request).flatMap(([location, values]) =>
      Object.entries(values as object).map(([name, value]) => [`${location}.${name}`, String(value)]),
    );
    expect([work.start.id, Object.fromEntries(actual)]).toEqual([work.start.id, located]);
  }
});

test('clients with work compile with declarations', async () => {
  await using folder = await generateIntoFolder(join(import.meta.dirname, 'shop/openapi.yaml'));
  expect(await compileFolders([folder])).toBe('');
});

function isOfBodyOrPath({ value }: { value: string }): boolean {
  return /^(?:\$response\.body#|\$request\.path\.|[^$])/.test(value);
}
