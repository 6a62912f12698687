import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { inspectModel } from '../model/read-model.ts';

const B = { $ref: '#/components/schemas/B' };
const NULL = { type: 'null' };
const ALTERNATIVE =
  'Add null as an alternative: "anyOf": [{ … }, { "type": "string", "nullable": true, "enum": [null] }]. --lenient accepts it.';

function inspect(schema: JsonObject, { openapi = '3.0.3', lenient = false } = {}) {
  const schemas: JsonObject = {
    A: schema,
    B: { type: 'object' },
    Nullable: { type: 'object', nullable: true },
    List: { type: 'string', nullable: true, enum: ['a', null] },
  };
  const document: JsonValue = {
    openapi,
    info: { title: 'A', version: '1' },
    paths: {},
    components: { schemas },
  };
  const { model, warnings } = inspectModel(document, 'a.json', { lenient });
  return { schema: model?.schemas.get('A')?.schema, warnings };
}

test.each<[JsonObject, { message: string; repair: string }, lenient: JsonObject]>([
  [
    { nullable: true, allOf: [B] },
    {
      message: 'Since OpenAPI 3.0.3, "nullable" has no effect without "type", so null is not allowed.',
      repair: ALTERNATIVE,
    },
    { anyOf: [{ allOf: [B] }, NULL] },
  ],
  [
    { nullable: true, type: 'object', allOf: [B] },
    { message: 'The "allOf" next to "nullable" excludes null, so null is not allowed.', repair: ALTERNATIVE },
    { anyOf: [{ type: ['object', 'null'], allOf: [B] }, NULL] },
  ],
  [
    { nullable: true, type: 'string', enum: ['a'] },
    {
      message: 'The "enum" next to "nullable" has no null, so null is not allowed.',
      repair: 'Add null to the "enum". --lenient accepts it.',
    },
    { anyOf: [{ type: ['string', 'null'], enum: ['a'] }, NULL] },
  ],
  [
    { ...B, nullable: true },
    {
      message: 'OpenAPI 3.0 ignores "nullable" next to "$ref", so null is not allowed.',
      repair: ALTERNATIVE,
    },
    { anyOf: [B, NULL] },
  ],
])(
  '3.0.3: %j excludes null, with a warning, and --lenient accepts it',
  (schema, { message, repair }, lenient) => {
    const strict = inspect(schema);
    expect(strict.warnings).toMatchObject([
      { rule: 'nullable', pointer: '#/components/schemas/A/nullable', message, repair },
    ]);
    expect(inspect(schema, { lenient: true }).schema).toEqual(lenient);
  },
);

test('a reference stays one without "nullable"', () => {
  expect(inspect({ ...B, nullable: true }).schema).toEqual(B);
});

test('3.1: "nullable" next to null has no effect', () => {
  const { warnings } = inspect({ type: ['string', 'null'], nullable: true }, { openapi: '3.1.0' });
  expect(warnings[0]).toMatchObject({
    message: 'JSON Schema 2020-12 has no "nullable", so it has no effect.',
    repair: 'Remove it. --lenient accepts it.',
  });
});

test.each<JsonObject>([
  { nullable: true, type: 'string' },
  { nullable: true, type: 'string', enum: ['a', null] },
  { nullable: true },
  { nullable: true, type: 'object', allOf: [{ $ref: '#/components/schemas/Nullable' }] },
  { nullable: true, oneOf: [B, { $ref: '#/components/schemas/List' }] },
  { nullable: true, type: 'object', anyOf: [{ $ref: '#/components/schemas/A' }] },
])('3.0.3: %j accepts null without a warning', (schema) => {
  const strict = inspect(schema);
  expect(strict.warnings).toEqual([]);
  expect(strict.schema).not.toHaveProperty('nullable');
});

test.each<JsonObject>([
  { nullable: true, allOf: [B] },
  { nullable: true, type: 'object', allOf: [B] },
  { nullable: true, type: 'string', enum: ['a'] },
])('3.0.2: %j accepts null', (schema) => {
  const { schema: read, warnings } = inspect(schema, { openapi: '3.0.2' });
  expect([warnings, read]).toMatchObject([[], { anyOf: [{}, NULL] }]);
});

test('3.0.2: a reference excludes null', () => {
  expect(inspect({ ...B, nullable: true }, { openapi: '3.0.2' }).warnings).toHaveLength(1);
});
