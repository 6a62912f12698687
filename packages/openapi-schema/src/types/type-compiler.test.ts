import { print } from '@keyframe/openapi-codegen';
import type { JsonObject } from '@keyframe/openapi-model';
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { writeDiscriminators } from '../discriminators/write-discriminators.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import { TypeCompiler } from './type-compiler.ts';
import type { TypeContext } from './type-context.ts';

const OTHERS: JsonObject = {
  Base: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } },
  Text: { type: 'string' },
};

function compile(schema: JsonObject, options: Partial<TypeContext> = {}): string {
  const schemas = { A: schema, ...OTHERS };
  const document = { openapi: '3.1.1', info: { title: '', version: '' }, components: { schemas } };
  const graph = new SchemaGraph(readModel(document, 'test.json'));
  const compiler = new TypeCompiler({
    listOmitted: ({ omitted }) => omitted,
    nameReference: ({ component }) => component,
    describe: () => undefined,
    ...options,
  });
  return print(compiler.compileType(graph.node({ schema, pointer: '#/components/schemas/A' })));
}

const BASE = { $ref: '#/components/schemas/Base' };
const STRING = { type: 'string' };

test.each<[JsonObject, string]>([
  [{ type: ['string', 'null'], enum: ['a', 'b'] }, "'a' | 'b'"],
  [{ type: 'object', required: ['a'], properties: { a: STRING, b: STRING } }, '{ a: string; b?: string }'],
  [{ type: 'object', additionalProperties: STRING }, 'Record<string, string>'],
  [
    { type: 'object', properties: { a: STRING }, additionalProperties: { type: 'array' } },
    '{ a?: string; [name: string]: unknown }',
  ],
  [{ type: 'object', additionalProperties: { $ref: '#/components/schemas/A' } }, '{ [name: string]: A }'],
  [{ type: 'object', allOf: [BASE] }, 'Base'],
  [{ type: ['object', 'null'], allOf: [BASE] }, 'Base'],
  [{ type: 'object', oneOf: [BASE, { type: 'object', properties: { c: STRING } }] }, 'Base | { c?: string }'],
  [
    { type: 'object', oneOf: [BASE, { $ref: '#/components/schemas/Text' }] },
    'Record<string, unknown> & (Base | Text)',
  ],
  [{ allOf: [BASE, { required: ['b'] }] }, 'Base & { b: number }'],
  [{ ...BASE, required: ['a', 'c'] }, '{ a: string; c: unknown } & Base'],
  [
    {
      type: 'object',
      properties: { a: STRING, b: STRING },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    '{ a?: string; b?: string } & ({ a: string } | { b: string })',
  ],
  [{ allOf: [BASE], unevaluatedProperties: false, type: 'object' }, 'Base'],
  [{ type: 'object', unevaluatedProperties: { type: 'integer' } }, 'Record<string, number>'],
  [{ allOf: [{ type: 'string' }, false as never] }, 'never'],
  [{ type: 'array', prefixItems: [STRING, STRING], minItems: 1 }, '[string, string?, ...unknown[]]'],
  [{ type: 'array', prefixItems: [STRING], minItems: 2, items: BASE }, '[string, Base, ...Base[]]'],
  [{ type: 'array', prefixItems: [STRING, STRING], maxItems: 1 }, '[string?]'],
  [{ type: 'array', items: STRING, minItems: 1 }, 'string[]'],
  [{ properties: { a: STRING } }, 'string | number | boolean | null | unknown[] | { a?: string }'],
  [{ type: ['string', 'null'], not: { type: 'null' } }, 'string'],
  [{ type: ['string', 'number', 'integer'], not: { type: 'number' } }, 'string'],
  [{ enum: ['a', 'b', 'c'], not: { enum: ['a', 'b'] } }, "'c'"],
  [{ enum: ['a', 'b'], not: { const: 'b' } }, "'a'"],
  [{ enum: ['a', 'b'], not: { const: 'b', minLength: 2 } }, "'a' | 'b'"],
  [{ type: 'string', not: {} }, 'never'],
  [{ type: 'object', properties: { a: STRING }, not: { required: ['a'] } }, '{ a?: never }'],
  [{ type: 'object', not: { required: ['a', 'b'] } }, 'Record<string, unknown>'],
])('the type of %j is %s', (schema, expected) => {
  expect(compile(schema)).toBe(expected);
});

test.each<[Partial<TypeContext>, JsonObject, string]>([
  [{ areTypesImplied: true }, { properties: { a: STRING } }, '{ a?: string }'],
  [{ areTypesImplied: true }, { properties: { a: STRING }, minLength: 1 }, 'string | { a?: string }'],
  [{ areLengthsTyped: true }, { type: 'array', items: STRING, minItems: 1 }, '[string, ...string[]]'],
  [{ areLengthsTyped: true }, { type: 'array', items: STRING, maxItems: 1 }, '[] | [string]'],
  [{ areLengthsTyped: true }, { type: 'array', items: STRING, minItems: 40 }, 'string[]'],
  [{ areListsReadonly: true }, { type: 'array', items: STRING }, 'readonly string[]'],
  [{ areDefaultsFilled: true }, { type: 'object', properties: { a: { default: 1 } } }, '{ a: unknown }'],
  [{ isReadonly: () => true }, { type: 'object', properties: { a: STRING } }, '{ readonly a?: string }'],
  [{ nameReference: () => undefined }, BASE, '{ a?: string; b?: number }'],
  [{ writeScalar: () => 'Blob' }, { type: ['string', 'null'] }, 'Blob | null'],
  [
    { writeScalar: (_, { steps }) => (steps.join() === 'member,item' ? 'Blob' : undefined) },
    { type: 'object', properties: { a: STRING, b: { type: 'array', items: STRING } } },
    '{ a?: string; b?: Blob[] }',
  ],
])('with %j, the type of %j is %s', (options, schema, expected) => {
  expect(compile(schema, options)).toBe(expected);
});

test('a discriminator limits a member where it is declared, and is added where it is inherited', () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas: JsonObject = {
    Union: { oneOf: [reference('Cat'), reference('Dog')], discriminator: { propertyName: 'kind' } },
    Cat: { type: 'object', required: ['kind'], properties: { kind: STRING } },
    Dog: { allOf: [reference('Cat'), { properties: { age: STRING } }] },
  };
  const { model } = writeDiscriminators(
    readModel({ openapi: '3.1.1', info: { title: '', version: '' }, components: { schemas } }, 'a'),
  );
  const graph = new SchemaGraph(model);
  const context: TypeContext = {
    listOmitted: () => [],
    nameReference: ({ component }) => component,
    describe: () => undefined,
    areTypesImplied: true,
  };
  const types = [...model.schemas.values()].map((located) =>
    print(new TypeCompiler(context).compileType(graph.node(located))),
  );
  expect(types).toEqual([
    "Cat & { kind: 'Cat' } | Dog",
    "{ kind: 'Cat' | 'Dog' }",
    "Cat & { age?: string; kind: 'Dog' }",
  ]);
});
