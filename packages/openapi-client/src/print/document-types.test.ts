import { type JsonObject, type JsonValue, SCHEMA_KEYWORDS } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { printTypes } from './document-types.ts';
import type { PrintOptions } from './types-options.ts';

const OTHERS: JsonObject = {
  A: { type: 'object', properties: { id: { type: 'string' } } },
  B: { type: 'integer' },
};

/** Prints the type of one component on a line. */
function printSchema(schema: JsonValue, options?: PrintOptions): string {
  const text = printTypes({ components: { schemas: { ...OTHERS, S: schema } } }, options);
  const [, type = ''] = /\n {4}(?:readonly )?S: ([\s\S]*?);\n {2}\};\n {2}responses/.exec(text) ?? [];
  return type.replaceAll(/\s+/g, ' ');
}

const REF = { $ref: '#/components/schemas/A' };
const A = "components['schemas']['A']";

test.each<[JsonValue, string]>([
  [true, 'unknown'],
  [false, 'never'],
  [{}, 'unknown'],
  [{ type: 'string', format: 'date' }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ contentMediaType: 'application/octet-stream' }, 'string'],
  [{ const: 'a' }, "'a'"],
  [{ const: { a: [1, null] } }, '{ a: [1, null] }'],
  [{ enum: ['a', "b'", 1, -2, true, null] }, "'a' | 'b\\'' | 1 | -2 | true | null"],
  [{ type: ['string', 'null'], enum: ['a'] }, "'a' | null"],
  [{ type: 'string', enum: ['a'], nullable: true }, "'a' | null"],
  [{ enum: [] }, 'never'],
  [{ type: 'array' }, 'unknown[]'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ type: 'array', [SCHEMA_KEYWORDS.prefix.keyword]: [{ type: 'string' }, REF] }, `[string, ${A}]`],
  [{ type: 'object' }, 'Record<string, never>'],
  [{ type: 'object', additionalProperties: true }, '{ [key: string]: unknown }'],
  [{ type: 'object', additionalProperties: REF }, `{ [key: string]: ${A} }`],
  [
    {
      type: 'object',
      required: ['a'],
      properties: { a: REF, 'b-c': { type: 'null' } },
      additionalProperties: {},
    },
    `{ a: ${A}; 'b-c'?: null; } & { [key: string]: unknown }`,
  ],
  [
    { type: 'object', properties: { a: { type: 'string', default: 'b' } } },
    '{ /** @default b */ a: string; }',
  ],
  [{ type: 'object', properties: { a: { type: 'string', readOnly: true } } }, '{ readonly a?: string; }'],
  [REF, A],
  [{ $ref: '#/components/schemas/A/properties/id' }, `${A}['id']`],
  [{ $ref: '#/components/schemas/None' }, 'unknown'],
  [{ oneOf: [REF, { type: 'string' }, REF] }, `${A} | string`],
  [{ type: 'string', oneOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
  [{ properties: { x: true }, oneOf: [REF, { type: 'null' }] }, `{ x?: unknown; } & (${A} | null)`],
  [{ type: ['object', 'null'], allOf: [REF] }, `${A} | null`],
  [
    { allOf: [REF, { properties: { x: true } }], required: ['id', 'x'] },
    `WithRequired<${A}, 'id'> & { x: unknown; }`,
  ],
])('%j is %s', (schema, expected) => {
  expect(printSchema(schema)).toBe(expected);
});

const BOUNDED = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 };

test.each<[PrintOptions, JsonValue, string]>([
  [{ arrayLength: true }, BOUNDED, '[string] | [string, string]'],
  [{ arrayLength: true }, { type: 'array', minItems: 1 }, '[unknown, ...unknown[]]'],
  [
    { defaultNonNullable: false },
    { properties: { a: { default: 1 } } },
    '{ /** @default 1 */ a?: unknown; }',
  ],
  [{ emptyObjectsUnknown: true }, { type: 'object' }, 'Record<string, unknown>'],
  [{ immutable: true }, { properties: { a: BOUNDED } }, '{ readonly a?: readonly string[]; }'],
  [{ alphabetize: true }, { properties: { b: true, a: true } }, '{ a?: unknown; b?: unknown; }'],
])('with %j, %j is %s', (options, schema, expected) => {
  expect(printSchema(schema, options)).toBe(expected);
});

const SHAPE = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };

test('a discriminator gives each branch its constants', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const text = printTypes({
    components: {
      schemas: {
        Cat: SHAPE,
        Dog: { allOf: [SHAPE] },
        Pet: {
          oneOf: [ref('Cat'), ref('Dog')],
          discriminator: { propertyName: 'kind', mapping: { c: '#/components/schemas/Cat' } },
        },
        Base: { ...SHAPE, discriminator: { propertyName: 'kind' } },
        Own: { allOf: [ref('Base')], required: ['kind'], properties: { kind: { const: 'own' } } },
        Open: { allOf: [ref('Base')], properties: { kind: { type: 'string' }, a: true } },
        Heir: { allOf: [ref('Base'), { properties: { a: true } }] },
      },
    },
  }).replaceAll(/\s+/g, ' ');
  expect(text).toContain("Cat: { kind: 'c'; };");
  expect(text).toContain("Dog: { kind: string; } & { kind: 'Dog'; };");
  expect(text).toMatch(/Own: (?:(?!kind).)*\{ (?:\/\*\* @constant \*\/ )?kind: 'own'; \}/);
  expect(text).toContain("Open: { kind: 'Open'; a?: unknown; }");
  expect(text).toContain(
    "Heir: { kind: 'Heir'; } & Omit<components['schemas']['Base'], 'kind'> & { a?: unknown; };",
  );
});

test('required members of a nullable schema leave null as it is', () => {
  const text = printTypes({
    components: {
      schemas: {
        Base: { type: ['object', 'null'], properties: { a: true } },
        Heir: { allOf: [{ $ref: '#/components/schemas/Base' }], required: ['a'] },
      },
    },
  });
  expect(text).toContain("Heir: WithRequired<NonNullable<components['schemas']['Base']>, 'a'> | null;");
});

test('comments contain titles, descriptions, defaults, examples and deprecations, and cannot end early', () => {
  const schema = {
    title: 'T',
    description: 'One\r\ntwo */ export const evil = 1; /*',
    format: 'uuid',
    deprecated: true,
    default: { a: 1 },
    examples: ['x'],
  };
  const text = printTypes({ components: { schemas: { S: { type: 'object', properties: { a: schema } } } } });
  expect(text).toContain(
    [
      '      /**',
      '       * T',
      '       *',
      '       * One two *\\/ export const evil = 1; /*',
      '       *',
      '       * Format: uuid',
      '       * @deprecated',
      '       * @default {"a":1}',
      '       * @example x',
      '       */',
      '      a: unknown;',
    ].join('\n'),
  );
});

test('prints operations, their parameters, bodies and responses', () => {
  const content = { 'application/json': { schema: REF } };
  const text = printTypes(
    {
      paths: {
        '/a/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          put: {
            operationId: 'put#A',
            parameters: [{ $ref: '#/components/parameters/Page' }],
            requestBody: { required: true, content },
            responses: { 200: { $ref: '#/components/responses/Ok' }, default: { description: 'No.' } },
          },
        },
      },
      components: {
        schemas: OTHERS,
        parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } } },
        responses: {
          Ok: { description: 'Yes.', headers: { 'X-A': { schema: { type: 'string' } } }, content },
        },
      },
    },
    { pathParamsAsTypes: true, rootTypes: true, exportType: true },
  ).replaceAll(/\s+/g, ' ');
  expect(text).toContain('export type paths = { [path: `/a/$' + '{number}`]: {');
  expect(text).toContain("put: operations['put/A'];");
  expect(text).toContain(
    "query?: { page?: components['parameters']['Page']; }; header?: never; path: { id: number; }; cookie?: never;",
  );
  expect(text).toContain(`requestBody: { content: { 'application/json': ${A}; }; };`);
  expect(text).toContain("200: components['responses']['Ok']; /** No. */ default: {");
  expect(text).toContain("export type ResponseOk = components['responses']['Ok'];");
  expect(text).toContain('export type webhooks = Record<string, never>;');
});

const SELF = { $ref: '#/components/schemas/S' };

test.each<[JsonValue, string]>([
  [{ anyOf: [{ type: 'string' }, { type: 'array', items: SELF }] }, "string | RecursiveList<'S'>"],
  [
    { anyOf: [{ type: 'string' }, { type: 'array', items: { anyOf: [SELF, { type: 'null' }] } }] },
    'string | unknown[]',
  ],
  [{ allOf: [REF, SELF] }, `${A} & unknown`],
  [{ type: 'object', properties: { next: SELF } }, "{ next?: components['schemas']['S']; }"],
  [{ type: 'object', additionalProperties: SELF }, "{ [key: string]: components['schemas']['S'] }"],
])('a type consists of itself only through members: %j', (schema, expected) => {
  expect(printSchema(schema)).toBe(expected);
});

test('the lists that hold themselves have an interface', () => {
  const schema = { type: 'array', items: SELF };
  expect(printTypes({ components: { schemas: { S: schema } } })).toContain(
    "interface RecursiveList<TName extends keyof components['schemas']> extends Array<",
  );
});
