import { readModel, type Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { SchemaDifferences } from './differences.ts';
import { LocalComparison } from './local-comparison.ts';

const SCHEMAS = {
  Cat: { required: ['kind'], properties: { kind: { const: 'cat' } } },
  Dog: { required: ['kind'], properties: { kind: { const: 'dog' } } },
};
const CAT = { $ref: '#/components/schemas/Cat' };
const DOG = { $ref: '#/components/schemas/Dog' };

function prepare(schema: Schema) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { ...SCHEMAS, A: schema } },
  };
  return readModel(document, 'a.json');
}

/** Compares two versions of a schema: the changes as `kind what: before → after`, and the steps to parts that differ. */
function compare(before: Schema, after: Schema) {
  const models = { old: prepare(before), new: prepare(after) };
  const comparison = new LocalComparison(models, new SchemaDifferences(models));
  const pointer = '#/components/schemas/A';
  const { findings, children } = comparison.compare({
    old: { schema: before, pointer },
    new: { schema: after, pointer },
  });
  const changes = findings.map((finding) => {
    const [left, right] = [finding.before, finding.after].map((value) => JSON.stringify(value) ?? 'nothing');
    return `${finding.kind} ${finding.what}: ${left} → ${right}`;
  });
  const steps = children.map(({ step }) =>
    step.kind === 'property' ? step.name : step.kind === 'item' ? step.index : step.kind,
  );
  return [...changes, ...steps];
}

type Row = [before: Schema, after: Schema, expected: (number | string)[]];

const text = (more: object) => ({ type: 'string', ...more }) as Schema;
const number = (more: object) => ({ type: 'number', ...more }) as Schema;
const integer = (more: object) => ({ type: 'integer', ...more }) as Schema;
const list = (more: object) => ({ type: 'array', ...more }) as Schema;
const object = (more: object) => ({ type: 'object', ...more }) as Schema;

const TYPES: Row[] = [
  [{ type: 'string' }, { type: ['string', 'null'] }, ['type-added type: ["string"] → ["null","string"]']],
  [{ type: ['string', 'null'] }, { type: 'string' }, ['type-removed type: ["null","string"] → ["string"]']],
  [{ type: 'string' }, { type: 'integer' }, ['type-changed type: ["string"] → ["integer"]']],
  [{ type: 'integer' }, { type: 'number' }, ['type-added type: ["integer"] → ["number"]']],
  [{ type: 'number' }, { type: 'integer' }, ['type-removed type: ["number"] → ["integer"]']],
  [{}, { type: 'string' }, ['type-removed type: "any" → ["string"]']],
  [{}, false, ['schema-forbidden the schema: true → false']],
  [false, {}, ['schema-allowed the schema: false → true']],
];

// Parts that alternatives describe are compared with those.
const NEW_UNIONS: Row[] = [
  [
    object({ properties: { kind: true, age: true } }),
    { oneOf: [object({ properties: { kind: { const: 'cat' } } }), object({ properties: { name: true } })] },
    ['property-removed "age": "optional" → nothing', 'condition-changed oneOf: nothing → 2'],
  ],
  [
    list({ items: integer({}) }),
    { oneOf: [list({ items: integer({}) }), object({})] },
    ['type-added type: ["array"] → ["object","array"]', 'condition-changed oneOf: nothing → 2'],
  ],
  [{}, { anyOf: [text({}), integer({})] }, ['condition-changed anyOf: nothing → 2']],
];

const CONSTANTS: Row[] = [
  [text({}), text({ enum: ['a'] }), ['enum-introduced enum: nothing → ["a"]']],
  [text({ enum: ['a'] }), text({}), ['enum-lifted enum: ["a"] → nothing']],
  [{ enum: ['a', 'b'] }, { enum: ['a'] }, ['enum-value-removed enum: ["a","b"] → ["a"]']],
  [{ enum: ['a'] }, { enum: ['a', 'b'] }, ['enum-value-added enum: ["a"] → ["a","b"]']],
  [
    { const: 'a' },
    { const: 'b' },
    ['enum-value-removed enum: ["a"] → ["b"]', 'enum-value-added enum: ["a"] → ["b"]'],
  ],
];

const NUMBERS: Row[] = [
  [number({ minimum: 1 }), number({ minimum: 2 }), ['minimum-increased minimum: 1 → 2']],
  [number({ minimum: 2 }), number({}), ['minimum-decreased minimum: 2 → nothing']],
  [number({ maximum: 1 }), number({ maximum: 2 }), ['maximum-increased maximum: 1 → 2']],
  [number({}), number({ maximum: 2 }), ['maximum-decreased maximum: nothing → 2']],
  [number({ minimum: 1 }), number({ exclusiveMinimum: 1 }), ['minimum-increased minimum: 1 → "exclusive 1"']],
  // Whole numbers above 1 are those from 2.
  [integer({ exclusiveMinimum: 1 }), integer({ minimum: 3 }), ['minimum-increased minimum: 2 → 3']],
  [number({ multipleOf: 4 }), number({ multipleOf: 2 }), ['multiple-of-loosened multipleOf: [4] → [2]']],
  [number({ multipleOf: 2 }), number({ multipleOf: 4 }), ['multiple-of-tightened multipleOf: [2] → [4]']],
  [number({ multipleOf: 2 }), number({ multipleOf: 3 }), ['multiple-of-changed multipleOf: [2] → [3]']],
];

const STRINGS: Row[] = [
  [text({ minLength: 1 }), text({ minLength: 2 }), ['min-length-increased minLength: 1 → 2']],
  [text({ minLength: 1 }), text({}), ['min-length-decreased minLength: 1 → 0']],
  [text({ maxLength: 1 }), text({}), ['max-length-increased maxLength: 1 → nothing']],
  [text({ maxLength: 2 }), text({ maxLength: 1 }), ['max-length-decreased maxLength: 2 → 1']],
  [text({}), text({ pattern: 'a' }), ['pattern-introduced pattern: nothing → "a"']],
  [text({ pattern: 'a' }), text({ pattern: 'b' }), ['pattern-changed pattern: "a" → "b"']],
  [text({ format: 'date' }), text({}), ['format-lifted format: "date" → nothing']],
];

const ARRAYS: Row[] = [
  [list({}), list({ minItems: 1 }), ['min-items-increased minItems: 0 → 1']],
  [list({ maxItems: 2 }), list({ maxItems: 3 }), ['max-items-increased maxItems: 2 → 3']],
  [list({}), list({ uniqueItems: true }), ['unique-items-required uniqueItems: false → true']],
  [list({ uniqueItems: true }), list({}), ['unique-items-lifted uniqueItems: true → false']],
  [list({ items: text({}) }), list({ items: number({}) }), [0]],
  [
    list({ prefixItems: [text({}), text({})] }),
    list({ prefixItems: [text({}), number({}), text({})] }),
    ['items-changed prefixItems: 2 → 3', 1],
  ],
];

const OBJECTS: Row[] = [
  [object({}), object({ properties: { a: {} } }), ['property-added "a": nothing → "optional"']],
  [object({ properties: { a: {} } }), object({}), ['property-removed "a": "optional" → nothing']],
  [
    object({}),
    object({ properties: { a: {} }, required: ['a'] }),
    ['required-property-added "a": nothing → "required"'],
  ],
  [
    object({ properties: { a: {} }, required: ['a'] }),
    object({}),
    ['required-property-removed "a": "required" → nothing'],
  ],
  [
    object({ properties: { a: {} } }),
    object({ properties: { a: {} }, required: ['a'] }),
    ['property-became-required "a": "optional" → "required"'],
  ],
  [
    object({ properties: { a: {} }, required: ['a'] }),
    object({ properties: { a: {} } }),
    ['property-became-optional "a": "required" → "optional"'],
  ],
  [
    object({ additionalProperties: false }),
    object({ properties: { a: {}, b: {} }, additionalProperties: false }),
    ['property-added "a": nothing → "optional"', 'property-added "b": nothing → "optional"'],
  ],
  [
    object({}),
    object({ additionalProperties: false }),
    ['additional-properties-forbidden additionalProperties: true → false'],
  ],
  [
    object({ unevaluatedProperties: false }),
    object({}),
    ['additional-properties-allowed additionalProperties: false → true'],
  ],
  [object({ additionalProperties: text({}) }), object({ additionalProperties: number({}) }), ['member']],
  [object({ properties: { a: text({}) } }), object({ properties: { a: number({}) } }), ['a']],
  [object({ maxProperties: 1 }), object({}), ['max-properties-increased maxProperties: 1 → nothing']],
];

const UNIONS: Row[] = [
  // Another order changes no alternative. The search for a message then refutes the change.
  [{ oneOf: [CAT, text({})] }, { oneOf: [text({}), CAT] }, ['schema-changed the schema: nothing → nothing']],
  [{ oneOf: [CAT, text({})] }, { oneOf: [CAT, text({}), DOG] }, ['alternative-added oneOf Dog: "2" → "3"']],
  [{ anyOf: [CAT, DOG, text({})] }, { anyOf: [DOG, text({})] }, ['alternative-removed anyOf Cat: "3" → "2"']],
  // Matched by their order, since nothing else distinguishes them.
  [{ anyOf: [text({}), number({})] }, { anyOf: [text({ maxLength: 1 }), number({})] }, ['same']],
  [{}, { anyOf: [text({}), number({})] }, ['condition-changed anyOf: nothing → 2']],
];

const CONDITIONS: Row[] = [
  [{}, { not: { const: 1 } }, ['condition-changed not: nothing → "{\\"const\\":1}"']],
  [
    object({ dependentRequired: { a: ['b'] } }),
    object({ dependentRequired: { a: ['c'] } }),
    ['condition-changed dependentRequired: "{\\"a\\":[\\"b\\"]}" → "{\\"a\\":[\\"c\\"]}"'],
  ],
  [
    list({ contains: text({}) }),
    list({}),
    ['condition-changed contains: "{\\"type\\":\\"string\\"}" → nothing'],
  ],
];

const NOTES: Row[] = [
  [text({}), text({ default: 'a' }), ['default-introduced default: nothing → "a"']],
  [text({ default: 'a' }), text({ default: 'b' }), ['default-changed default: "a" → "b"']],
  [text({ default: 'a' }), text({}), ['default-removed default: "a" → nothing']],
  [text({}), text({ readOnly: true }), ['read-only-introduced readOnly: false → true']],
  [text({ writeOnly: true }), text({}), ['write-only-lifted writeOnly: true → false']],
  [text({}), text({ deprecated: true }), ['schema-deprecated deprecated: false → true']],
  [text({}), text({ contentEncoding: 'base64' }), ['content-changed contentEncoding: nothing → "base64"']],
];

test.each(NEW_UNIONS)('new alternatives: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(TYPES)('types: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(CONSTANTS)('constants: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(NUMBERS)('numbers: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(STRINGS)('strings: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(ARRAYS)('arrays: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(OBJECTS)('objects: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(UNIONS)('alternatives: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(CONDITIONS)('conditions: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});

test.each(NOTES)('notes: %j → %j: %j', (before, after, expected) => {
  expect(compare(before, after)).toEqual(expected);
});
