import { fileURLToPath } from 'node:url';
import { loadDocument, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { expect, test } from 'vitest';
import { type Field, findOmission, ShapeReader } from './shapes.ts';
import { separateSharedFields } from './shared-fields.ts';

const model = await loadDocument(fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json')));
const reader = new ShapeReader(new SchemaGraph(model));

/** Codes of the seven errors, by their status. */
const CODES: Readonly<Record<string, string>> = {
  400: '`invalid_request`',
  401: '`invalid_api_key`',
  402: '`insufficient_credits`',
  403: '`forbidden`',
  404: '`not_found`',
  429: '`rate_limited`',
  500: '`internal_error`',
};

const ERRORS = model.operations.flatMap(({ id, responses }) =>
  responses
    .filter(({ status }) => status >= '400')
    .map(({ status, content }) => ({ id, status, schema: content[0]?.schema })),
);

test.each(ERRORS)('$id, $status: the error has the one code of its status', ({ status, schema }) => {
  const [body, ...others] = reader.readBody(schema);
  const error = body?.fields.find(({ name }) => name === 'error');
  expect(others).toEqual([]);
  expect(error?.shapes).toHaveLength(1);
  expect(error?.shapes[0]?.fields.find(({ name }) => name === 'code')?.type).toBe(CODES[status]);
});

const submission = model.operations.find(({ id }) => id === 'createVideoGeneration');
const [request] = reader.readBody(submission?.requestBody?.content[0]?.schema);
const input = request?.fields.find(({ name }) => name === 'input');
const names = (fields: readonly Field[] = []) => fields.map(({ name }) => name);

test('fields that the modes share are separated from those that differ', () => {
  const { shared, alternatives } = separateSharedFields(input?.shapes ?? []);
  expect(names(shared)).toEqual([
    'prompt',
    'duration',
    'aspect_ratio',
    'resolution',
    'generate_audio',
    'watermark',
    'web_search',
    'return_last_frame',
    'seed',
  ]);
  expect(alternatives.map(({ title }) => title)).toEqual([
    'Text to video',
    'Image to video',
    'Reference to video, with images',
    'Reference to video, with videos',
  ]);
  for (const { fields } of alternatives)
    expect(names(fields)).toEqual(['generation_type', 'image_urls', 'video_urls', 'audio_urls']);
});

test.each([
  ['an enumeration narrowed by a constant', [{ enum: ['a', 'b'] }, { const: 'b' }], '`b`'],
  ['two enumerations', [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }], 'one of `b`, `c`'],
  ['consecutive integers', [{ enum: [4, 5, 6, 7] }], 'integer from 4 to 7'],
  ['constants of what it extends', [{ allOf: [{ enum: ['a', 'b'] }] }], 'one of `a`, `b`'],
  ['a format next to another part', [{ type: 'string' }, { format: 'uri' }], 'string (uri)'],
])('%s: the type is that of all parts together', (_, parts, type) => {
  const allOf = parts.map((code) => ({ type: 'object', properties: { code } }));
  expect(reader.readBody({ schema: { allOf }, pointer: '#' })[0]?.fields[0]?.type).toBe(type);
});

test('lists in items again the base of a component, and keeps a description beside a reference', () => {
  const $ref = '#/components/schemas/Base';
  const base = { type: 'object', description: 'Of the base.', properties: { id: { type: 'string' } } };
  const machine = { allOf: [{ $ref }, { properties: { scopes: { type: 'array', items: { $ref } } } }] };
  const own = [{ description: 'Own.' }, { description: 'Own.', required: ['id'] }];
  const choice = { oneOf: [{ $ref }, ...own.map((sibling) => ({ $ref, ...sibling }))] };
  const document = {
    openapi: '3.1.1',
    info: { title: 'a', version: '1' },
    components: { schemas: { Base: base, Machine: machine, Choice: choice } },
  };
  const { schemas, ...machines } = readModel(document, 'a.yaml');
  const shapes = new ShapeReader(new SchemaGraph({ schemas, ...machines }));
  const [shape] = shapes.readBody(schemas.get('Machine'));
  expect(names(shape?.fields)).toEqual(['id', 'scopes']);
  expect(names(shape?.fields[1]?.shapes[0]?.fields)).toEqual(['id']);
  const alternatives = shapes.readBody(schemas.get('Choice'));
  expect(alternatives.map(({ description }) => description)).toEqual(['Of the base.', 'Own.', 'Own.']);
});

const CREDENTIAL = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
  },
};

test.each([
  ['an operation', 'request', ['name', 'secret']],
  ['an operation', 'response', ['id', 'name']],
  ['a webhook', 'request', ['id', 'name']],
  ['a webhook', 'response', ['name', 'secret']],
] as const)('%s, its %s: the fields that the sender knows are %j', (sender, message, expected) => {
  const operation = sender === 'a webhook' ? model.webhooks[0]?.operations[0] : model.operations[0];
  if (operation === undefined) throw new Error('The contract lacks it.');
  const [shape] = reader.readBody(
    { schema: CREDENTIAL, pointer: '#' },
    findOmission(model, operation, message),
  );
  expect(names(shape?.fields)).toEqual(expected);
});
