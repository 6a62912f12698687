// Definitions of work in published documents: they locate work and read its state as `locateWork` and `readPhase` do.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocument } from '@keyframe/openapi-model';
import { createReader, deriveWork, type Work } from '@keyframe/openapi-resources';
import { locateWork, readPhase } from '@keyframe/openapi-runtime/work';
import { expect, test } from 'vitest';
import { listFollowable } from '../src/describe/work.ts';
import { createDocumentClient } from '../src/document-client.ts';

const FOLDER = join(import.meta.dirname, '../../openapi-resources/tests/async-documents');
const ENDS = { success: 'succeeded', failure: 'failed', cancelled: 'cancelled', ended: 'ended' } as const;

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

function listAnswers({ states }: Work): { status: number; body: unknown }[] {
  const { state, waiting, success, failure, cancelled, ended, outcome, errors } = states;
  if (state === '$statusCode') return [200, 202, 409, 422].map((status) => ({ status, body: {} }));
  const words = [...waiting, ...success, ...failure, ...cancelled, ...ended, 'a word of another version'];
  const others = [
    [],
    ...(outcome
      ? [...outcome.success, ...outcome.failure].map((word) => [[outcome.state, word] as const])
      : []),
    ...errors.map((error) => [[error, { code: 1 }] as const]),
  ];
  return words.flatMap((word) =>
    others.map((more) => ({ status: 200, body: createBody([[state, word], ...more]) })),
  );
}

async function listWork(file: string) {
  const model = await loadDocument(join(FOLDER, file), { lenient: true });
  const works = listFollowable(deriveWork(createReader(model)));
  const { defineWork } = createDocumentClient(model, { baseUrl: 'https://api.example' });
  return works.map((work) => ({ work, definition: defineWork(work) }));
}

test.each(readdirSync(FOLDER))('%s: the states of work have the ends of readPhase', async (file) => {
  for (const { work, definition } of await listWork(file)) {
    for (const { status, body } of listAnswers(work)) {
      const { phase } = readPhase(work.states, { response: { status, body } });
      const end = phase in ENDS ? ENDS[phase as keyof typeof ENDS] : undefined;
      expect([work.start.id, body, definition.state({ status, data: body }).end]).toEqual([
        work.start.id,
        body,
        end,
      ]);
    }
  }
});

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

function isOfBodyOrPath({ value }: { value: string }): boolean {
  return /^(?:\$response\.body#|\$request\.path\.|[^$])/.test(value);
}
