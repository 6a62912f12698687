// Documents that mean harm: names and texts that try to be code, members of prototypes, references and aliases that
// multiply. What is generated of them is compiled, imported and used, and nothing of it runs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { DocumentInvalidError, loadDocument, readModel } from '@keyframe/openapi-model';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { generate } from '../src/index.ts';
import { compileFolder, documentWith, generateIntoFolder, importValidators } from './generate-into-folder.ts';

const INJECTIONS = [
  '*/globalThis.injected=1;/*',
  "');globalThis.injected=1;('",
  '`);globalThis.injected=1;(`',
  ['$', '{globalThis.injected=1}'].join(''),
  '</script><script>globalThis.injected=1</script>',
  '\nglobalThis.injected=1;\n//',
  '\u2028globalThis.injected=1;\u2029',
  '\r\nglobalThis.injected=1\r\n',
  '\\u0027);globalThis.injected=1;(\\u0027',
  '"];globalThis.injected=1;["',
  '\u0000',
  '\uD800',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
];

// Own members, `__proto__` among them.
function own(names: readonly string[], write: (name: string) => unknown): object {
  return Object.fromEntries(names.map((name) => [name, write(name)]));
}

// The registry of @asteasolutions/zod-to-openapi keeps components and webhooks in plain objects, which cannot hold this.
const NAMES = INJECTIONS.filter((name) => name !== '\u0000' && name !== '\uD800');

function createDocument() {
  return {
    openapi: '3.1.1',
    info: { title: INJECTIONS.join(' '), version: INJECTIONS[0], description: INJECTIONS.join('\n') },
    tags: INJECTIONS.map((name) => ({ name, description: name })),
    paths: {
      '/hostile': {
        post: {
          operationId: INJECTIONS[1],
          summary: INJECTIONS[0],
          description: INJECTIONS.join('\n'),
          // Every object has members of these names, whose types must not decide about those of a definition.
          parameters: ['constructor', 'toString', 'valueOf'].map((name) => ({
            name,
            in: 'query',
            schema: { type: 'array', items: { type: 'integer' } },
          })),
          requestBody: {
            required: true,
            description: INJECTIONS[2],
            content: { 'application/json': { schema: { $ref: '#/components/schemas/All' } } },
          },
          responses: { 200: { description: INJECTIONS[0] } },
        },
      },
    },
    webhooks: own(NAMES, (name) => ({
      post: { summary: name, requestBody: { content: { 'application/json': { schema: { const: name } } } } },
    })),
    components: {
      schemas: {
        ...own(NAMES, (name) => ({ type: 'string', description: name, title: name, const: name })),
        All: {
          type: 'object',
          description: INJECTIONS.join('\n'),
          properties: own(INJECTIONS, (name) => ({ type: 'string', description: name, enum: [name, 'x'] })),
          patternProperties: own(["^'\\);globalThis", '`\\$\\{globalThis', '^[\\u2028*/]+$'], () => ({
            type: 'string',
          })),
        },
        Required: { type: 'object', required: INJECTIONS },
        Default: { type: 'object', properties: { a: { type: 'string', default: INJECTIONS[1] } } },
        Pattern: { type: 'string', pattern: "^'\\);globalThis\\.injected=1;\\('$|\\*/|`|\\$\\{" },
      },
    },
    'x-hostile': own(INJECTIONS, (name) => name),
  };
}

interface Generated {
  registerRoutes: (app: OpenAPIHono, handlers: object) => OpenAPIHono;
  documentOf: (app: OpenAPIHono) => unknown;
  schemas: Record<string, z.ZodType>;
  operations: Record<string, unknown>;
}

const folder = await generateIntoFolder(JSON.parse(JSON.stringify(createDocument())));
const generated: Generated = {
  ...(await import(join(folder.path, 'index.ts'))),
  ...(await import(join(folder.path, 'document.ts'))),
};
const scratch = await mkdtemp(join(tmpdir(), 'openapi-hostile-'));

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true });
});

test('code out of names and texts compiles, and none of them runs when it is imported', async () => {
  expect(Object.keys(globalThis)).not.toContain('injected');
  expect(await compileFolder(folder)).toBe('');
});

test('an app of such a document works, emits it unchanged, and still nothing runs', async () => {
  const [id = ''] = Object.keys(generated.operations);
  const handler = (context: { body: (text: null, status: number) => Response }) => context.body(null, 200);
  const app = generated.registerRoutes(new OpenAPIHono(), { [id]: handler });
  const send = (body: object) =>
    app.request('/hostile', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const good = own(INJECTIONS, (name) => name);
  expect((await send(good)).status).toBe(200);
  expect((await send(own(INJECTIONS, () => 'y'))).status).toBe(400);
  expect(JSON.parse(JSON.stringify(generated.documentOf(app)))).toEqual(
    JSON.parse(JSON.stringify(createDocument())),
  );
  expect(Object.keys(globalThis)).not.toContain('injected');
});

test.each(NAMES)('the component %j has its own validator', (name) => {
  expect(Object.hasOwn(generated.schemas, name)).toBe(true);
  expect([
    generated.schemas[name]?.safeParse(name).success,
    generated.schemas[name]?.safeParse('y').success,
  ]).toEqual([true, false]);
});

test('parsed documents do not change prototypes', () => {
  const text = '{"__proto__":"x","constructor":"x","a":{"__proto__":{"polluted":1}}}';
  const parsed = generated.schemas.All?.parse(JSON.parse(text));
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

async function listProblems(name: string, text: string): Promise<string[]> {
  const path = join(scratch, name);
  await writeFile(path, text);
  const error = await loadDocument(path).catch((caught: unknown) => caught);
  if (!(error instanceof DocumentInvalidError)) throw error;
  return error.problems.map(({ message }) => message);
}

test('refuses aliases that multiply, with their location', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, index) => `x-${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
  );
  expect(await listProblems('laughs.yaml', `x-0: &a0 [x]\n${lines.join('\n')}`)).toEqual([
    'Aliases expand to more than 500000 values.',
  ]);
});

test('references that multiply cost no more than they are long', async () => {
  const next = (index: number) => ({ $ref: `#/components/schemas/L${index + 1}` });
  const laughs = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`L${index}`, { allOf: [next(index), next(index)] }]),
  );
  const validators = await importValidators({ ...laughs, L60: { type: 'string' } });
  expect(validators.L58?.safeParse('a').success).toBe(true);
  expect(validators.L58?.safeParse(1).success).toBe(false);
});

// Each level refers to the next one twice, so what is expanded in place doubles with each.
function doubling(levels: number): object {
  const $defs = Object.fromEntries(
    Array.from({ length: levels }, (_, index) => {
      const next = { $ref: `#/components/schemas/A/$defs/d${index + 1}` };
      return [`d${index}`, { type: 'object', properties: { a: next, b: next } }];
    }),
  );
  const last = { type: 'object', properties: { c: { type: 'string', default: 'c', readOnly: true } } };
  return { A: { $ref: '#/components/schemas/A/$defs/d0', $defs: { ...$defs, [`d${levels}`]: last } } };
}

function generateText(schemas: object): string {
  const files = generate(readModel(JSON.parse(JSON.stringify(documentWith(schemas))), 'test.json'));
  return files.map(({ text }) => text).join('');
}

test('inline schemas have their own constants, named after their location', async () => {
  expect(generateText(doubling(24)).length).toBeLessThan(2.2 * generateText(doubling(12)).length);
  await using out = await generateIntoFolder(documentWith(doubling(12)));
  expect(await compileFolder(out)).toBe('');
  const module: Record<string, z.ZodType> = await import(join(out.path, 'schemas.ts'));
  expect(module.AD11?.parse({ a: {}, b: {} })).toEqual({ a: { c: 'c' }, b: { c: 'c' } });
  expect(module.AD11?.safeParse({ a: { c: 1 } }).success).toBe(false);
});

test.each(['allOf', 'anyOf'])('%s that multiplies references is searched once', async (keyword) => {
  const next = (index: number) => ({ $ref: `#/components/schemas/L${index + 1}` });
  const levels = Array.from({ length: 60 }, (_, index) => [
    `L${index}`,
    { [keyword]: [next(index), next(index)] },
  ]);
  const validators = await importValidators({
    ...Object.fromEntries(levels),
    L60: { type: 'object', properties: { kind: { const: 'a' } } },
    Closed: { $ref: '#/components/schemas/L0', unevaluatedProperties: false },
    Near: { $ref: '#/components/schemas/L58', unevaluatedProperties: false },
    Tagged: {
      oneOf: [
        { $ref: '#/components/schemas/L0' },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'b' } } },
      ],
    },
  });
  expect(validators.Near?.safeParse({ kind: 'a' }).success).toBe(true);
  expect(validators.Near?.safeParse({ kind: 'a', other: 1 }).success).toBe(false);
});

test('refuses a schema that applies itself to the same value, at any location', () => {
  const x = { $ref: '#/components/schemas/A/$defs/y' };
  const y = { allOf: [{ $ref: '#/components/schemas/A/$defs/x' }] };
  const properties = { p: { $ref: '#/components/schemas/A/$defs/x' } };
  const generate = () => generateText({ A: { properties, $defs: { x, y } } });
  expect(generate).toThrow('test.json #/components/schemas/A/$defs/y The schema refers to itself');
  expect(generate).toThrow('\n  also at test.json #/components/schemas/A/$defs/x');
});

test('a chain of hundreds of schemas is followed', async () => {
  const length = 500;
  const chain = Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `C${index}`,
      { type: 'object', properties: { next: { $ref: `#/components/schemas/C${(index + 1) % length}` } } },
    ]),
  );
  const validators = await importValidators(chain);
  expect(validators.C0?.safeParse({ next: { next: { next: {} } } }).success).toBe(true);
  expect(validators.C0?.safeParse({ next: { next: { next: 1 } } }).success).toBe(false);
});

test.each([
  ['deep.json', `{"x-a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['deep.yaml', `x-a: ${'['.repeat(50_000)}`],
])('%s, nested without end, is refused', async (file, text) => {
  expect(await listProblems(file, text)).toEqual([expect.stringMatching(/deeper than 200|maxDepth/)]);
});

test('a schema as deep as a document may be is generated', async () => {
  let schema: object = { type: 'string' };
  for (let depth = 0; depth < 90; depth += 1) schema = { type: 'object', properties: { a: schema } };
  const validators = await importValidators({ Deep: schema });
  expect(validators.Deep?.safeParse({ a: { a: 1 } }).success).toBe(false);
});
