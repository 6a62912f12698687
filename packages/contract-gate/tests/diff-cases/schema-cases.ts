// Changes of a schema, and what each does to those who send it and those who receive it.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { ChangeLevel } from '../../src/diff/change.ts';
import type { SchemaRuleName } from '../../src/diff/schema/schema-rules.ts';

/** One change of a schema; `none` where the two say the same. */
export interface SchemaCase {
  rule: SchemaRuleName | 'none';
  title: string;
  before: JsonValue;
  after: JsonValue;
  /** The level where the client sends it, as in a request, and where the server does, as in a response. */
  client: ChangeLevel | 'none';
  server: ChangeLevel | 'none';
}

type Row = [rule: SchemaCase['rule'], title: string, before: JsonValue, after: JsonValue];

const narrower = (rows: readonly Row[]) => cases(rows, 'error', 'info');
const wider = (rows: readonly Row[]) => cases(rows, 'info', 'error');
const both = (rows: readonly Row[]) => cases(rows, 'error', 'error');
const neither = (rows: readonly Row[]) => cases(rows, 'none', 'none');

function cases(
  rows: readonly Row[],
  client: SchemaCase['client'],
  server: SchemaCase['server'],
): SchemaCase[] {
  return rows.map(([rule, title, before, after]) => ({ rule, title, before, after, client, server }));
}

const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more });
const number = (more: JsonObject = {}): JsonObject => ({ type: 'number', ...more });
const integer = (more: JsonObject = {}): JsonObject => ({ type: 'integer', ...more });
const list = (more: JsonObject = {}): JsonObject => ({ type: 'array', items: { type: 'string' }, ...more });
const object = (properties: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
// Parsed from text, because an object literal with a member `then` is treated as a promise.
const IF_A_THEN_B: JsonObject = JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }');
const A = { type: 'object', required: ['kind', 'a'], properties: { kind: { const: 'a' }, a: text() } };
const B = { type: 'object', required: ['kind', 'b'], properties: { kind: { const: 'b' }, b: integer() } };

const NARROWER: readonly Row[] = [
  ['type-removed', 'null is no longer allowed', { type: ['string', 'null'] }, text()],
  ['type-removed', 'number becomes integer', number(), integer()],
  ['type-removed', 'one of two types goes', { type: ['string', 'integer'] }, integer()],
  ['type-removed', 'anything becomes text', {}, text()],
  ['enum-value-removed', 'a value goes', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['enum-value-removed', 'an enumeration becomes a constant', { enum: [1, 2] }, { const: 1 }],
  ['enum-introduced', 'text becomes an enumeration', text(), { enum: ['a', 'b'] }],
  ['minimum-increased', 'minimum rises', integer({ minimum: 1 }), integer({ minimum: 2 })],
  ['minimum-increased', 'minimum is new', number(), number({ minimum: 0 })],
  ['minimum-increased', 'minimum becomes exclusive', number({ minimum: 0 }), number({ exclusiveMinimum: 0 })],
  ['maximum-decreased', 'maximum falls', integer({ maximum: 10 }), integer({ maximum: 9 })],
  ['maximum-decreased', 'maximum is new', integer(), integer({ maximum: 100 })],
  ['maximum-decreased', 'maximum becomes exclusive', number({ maximum: 1 }), number({ exclusiveMaximum: 1 })],
  ['multiple-of-tightened', 'multipleOf is new', integer(), integer({ multipleOf: 5 })],
  ['multiple-of-tightened', 'multipleOf doubles', number({ multipleOf: 0.5 }), number({ multipleOf: 1 })],
  ['min-length-increased', 'minLength is new', text(), text({ minLength: 1 })],
  ['min-length-increased', 'minLength rises', text({ minLength: 2 }), text({ minLength: 3 })],
  ['max-length-decreased', 'maxLength is new', text(), text({ maxLength: 50 })],
  [
    'max-length-decreased',
    'maxLength falls below a pattern',
    text({ pattern: '^[a-z]+$', maxLength: 64 }),
    text({ pattern: '^[a-z]+$', maxLength: 32 }),
  ],
  ['pattern-introduced', 'pattern is new', text(), text({ pattern: '^[a-z]*$' })],
  ['pattern-changed', 'pattern allows less', text({ pattern: '^[a-z]*$' }), text({ pattern: '^[a-z]+$' })],
  ['format-introduced', 'format is new', text(), text({ format: 'uuid' })],
  ['format-introduced', 'int32 is new', integer({ format: 'int64' }), integer({ format: 'int32' })],
  ['min-items-increased', 'minItems is new', list(), list({ minItems: 1 })],
  ['max-items-decreased', 'maxItems falls', list({ maxItems: 9 }), list({ maxItems: 5 })],
  ['max-items-decreased', 'maxItems is new', list(), list({ maxItems: 100 })],
  ['unique-items-required', 'items must be unique', list(), list({ uniqueItems: true })],
  [
    'max-length-decreased',
    'of the items of an array',
    list(),
    { type: 'array', items: text({ maxLength: 4 }) },
  ],
  [
    'min-properties-increased',
    'minProperties is new',
    { type: 'object' },
    { type: 'object', minProperties: 1 },
  ],
  [
    'max-properties-decreased',
    'maxProperties is new',
    { type: 'object' },
    { type: 'object', maxProperties: 1 },
  ],
  [
    'required-property-added',
    'a required property is new',
    object(),
    object({ a: text() }, { required: ['a'] }),
  ],
  [
    'property-became-required',
    'a property is required',
    object({ a: text() }),
    object({ a: text() }, { required: ['a'] }),
  ],
  [
    'property-became-required',
    'through allOf',
    object({ a: text() }),
    { allOf: [object({ a: text() }), { required: ['a'] }] },
  ],
  [
    'additional-properties-forbidden',
    'an object is closed',
    object({ a: text() }),
    object({ a: text() }, { additionalProperties: false }),
  ],
  [
    'type-changed',
    'of additional members, from any to numbers',
    { type: 'object', additionalProperties: text() },
    { type: 'object', additionalProperties: integer() },
  ],
  [
    'type-removed',
    'of a nested property',
    object({ a: object({ b: { type: ['string', 'null'] } }) }),
    object({ a: object({ b: text() }) }),
  ],
  ['alternative-removed', 'one of three alternatives goes', { oneOf: [A, B, text()] }, { oneOf: [A, B] }],
  [
    'enum-value-removed',
    'in one alternative',
    { oneOf: [text({ enum: ['x', 'y'] }), integer()] },
    { oneOf: [text({ enum: ['x'] }), integer()] },
  ],
  ['condition-changed', 'not is new', text(), text({ not: { const: 'admin' } })],
  [
    'condition-changed',
    'a conditional requirement is new',
    object({ a: text(), b: text() }),
    object({ a: text(), b: text() }, { ...IF_A_THEN_B }),
  ],
  [
    'condition-changed',
    'dependentRequired is new',
    object({ a: text(), b: text() }),
    object({ a: text(), b: text() }, { dependentRequired: { a: ['b'] } }),
  ],
  ['condition-changed', 'contains is new', list(), list({ contains: { const: 'x' } })],
  [
    'condition-changed',
    'propertyNames is new',
    { type: 'object', additionalProperties: text() },
    { type: 'object', additionalProperties: text(), propertyNames: { pattern: '^[a-f]*$' } },
  ],
  ['schema-forbidden', 'a property becomes false', object({ a: text() }), object({ a: false })],
];

const WIDER: readonly Row[] = [
  ['type-added', 'null is allowed', text(), { type: ['string', 'null'] }],
  ['type-added', 'null is allowed by anyOf', text(), { anyOf: [text(), { type: 'null' }] }],
  ['type-added', 'integer becomes number', integer(), number()],
  ['type-added', 'text becomes anything', text(), {}],
  ['enum-value-added', 'a value comes', { enum: ['a'] }, { enum: ['a', 'b'] }],
  ['enum-lifted', 'an enumeration becomes text', { enum: ['a', 'b'] }, text()],
  ['minimum-decreased', 'minimum falls', integer({ minimum: 1 }), integer({ minimum: 0 })],
  ['minimum-decreased', 'minimum goes', number({ minimum: 0 }), number()],
  ['maximum-increased', 'maximum rises', integer({ maximum: 9 }), integer({ maximum: 10 })],
  [
    'maximum-increased',
    'exclusiveMaximum becomes maximum',
    number({ exclusiveMaximum: 1 }),
    number({ maximum: 1 }),
  ],
  ['multiple-of-loosened', 'multipleOf goes', integer({ multipleOf: 5 }), integer()],
  ['multiple-of-loosened', 'multipleOf is halved', integer({ multipleOf: 10 }), integer({ multipleOf: 5 })],
  ['min-length-decreased', 'minLength goes', text({ minLength: 1 }), text()],
  ['max-length-increased', 'maxLength rises', text({ maxLength: 10 }), text({ maxLength: 20 })],
  ['max-length-increased', 'maxLength goes', text({ maxLength: 10 }), text()],
  ['pattern-lifted', 'pattern goes', text({ pattern: '^[a-z]+$' }), text()],
  ['pattern-changed', 'pattern allows more', text({ pattern: '^v1:' }), text({ pattern: '^v[12]:' })],
  ['format-lifted', 'format goes', text({ format: 'date' }), text()],
  ['format-lifted', 'int32 becomes int64', integer({ format: 'int32' }), integer({ format: 'int64' })],
  ['min-items-decreased', 'minItems goes', list({ minItems: 1 }), list()],
  ['max-items-increased', 'maxItems rises', list({ maxItems: 5 }), list({ maxItems: 9 })],
  ['unique-items-lifted', 'items may repeat', list({ uniqueItems: true }), list()],
  [
    'min-properties-decreased',
    'minProperties goes',
    { type: 'object', minProperties: 1 },
    { type: 'object' },
  ],
  [
    'max-properties-increased',
    'maxProperties goes',
    { type: 'object', maxProperties: 1 },
    { type: 'object' },
  ],
  [
    'property-became-optional',
    'a property becomes optional',
    object({ a: text() }, { required: ['a'] }),
    object({ a: text() }),
  ],
  [
    'additional-properties-allowed',
    'an object is opened',
    object({ a: text() }, { additionalProperties: false }),
    object({ a: text() }),
  ],
  ['alternative-added', 'an alternative comes', { oneOf: [A, B] }, { oneOf: [A, B, text()] }],
  [
    'alternative-added',
    'an alternative of anyOf comes',
    { anyOf: [A, B] },
    { anyOf: [A, B, { type: 'array' }] },
  ],
  ['schema-allowed', 'a property is no longer false', object({ a: false }), object({ a: text() })],
  [
    'type-added',
    'of the items of an array',
    list(),
    { type: 'array', items: { type: ['string', 'integer'] } },
  ],
];

const BOTH: readonly Row[] = [
  ['type-changed', 'text becomes integer', text(), integer()],
  ['type-changed', 'an object becomes an array', object({ a: text() }), list()],
  [
    'type-changed',
    'of a nested property',
    object({ a: object({ b: text() }) }),
    object({ a: object({ b: { type: 'boolean' } }) }),
  ],
  ['pattern-changed', 'another pattern', text({ pattern: '^[a-z]{2}$' }), text({ pattern: '^[A-Z]{2}$' })],
  ['format-changed', 'another format', text({ format: 'date' }), text({ format: 'date-time' })],
  ['multiple-of-changed', 'another factor', integer({ multipleOf: 2 }), integer({ multipleOf: 3 })],
  [
    'content-changed',
    'another encoding of a text',
    text({ contentEncoding: 'base64' }),
    text({ contentEncoding: 'base64url' }),
  ],
];

const NEITHER: readonly Row[] = [
  ['none', 'a pattern in other words', text({ pattern: '^(?:a|b)$' }), text({ pattern: '^[ab]$' })],
  ['none', 'type is written as a list', text(), { type: ['string'] }],
  ['none', 'enum of one is const', { enum: ['a'] }, { const: 'a' }],
  ['none', 'the order of an enumeration', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
  [
    'none',
    'bounds of integers are written exclusively',
    integer({ minimum: 4 }),
    integer({ exclusiveMinimum: 3 }),
  ],
  [
    'none',
    'null by anyOf rather than by type',
    { type: ['string', 'null'] },
    { anyOf: [text(), { type: 'null' }] },
  ],
  [
    'none',
    'null by oneOf rather than by type',
    { type: ['integer', 'null'], minimum: 1 },
    { oneOf: [integer({ minimum: 1 }), { type: 'null' }] },
  ],
  [
    'none',
    'a part moves into allOf',
    object({ a: text(), b: text() }),
    { allOf: [object({ a: text() }), object({ b: text() })] },
  ],
  ['none', 'allOf of one', text({ maxLength: 3 }), { allOf: [text({ maxLength: 3 })] }],
  ['none', 'the order of alternatives', { oneOf: [A, B] }, { oneOf: [B, A] }],
  ['none', 'prose', text({ description: 'one' }), text({ description: 'another', title: 'T' })],
  ['none', 'a keyword of another type', integer(), integer({ maxLength: 3 })],
  ['none', 'minLength of 0', text(), text({ minLength: 0 })],
  [
    'none',
    'required in another order',
    object({ a: text(), b: text() }, { required: ['a', 'b'] }),
    object({ a: text(), b: text() }, { required: ['b', 'a'] }),
  ],
  [
    'none',
    'additional members allowed in words',
    object({ a: text() }),
    object({ a: text() }, { additionalProperties: true }),
  ],
  [
    'none',
    'a schema moves into $defs',
    object({ a: integer() }),
    { $defs: { A: integer() }, type: 'object', properties: { a: integer() } },
  ],
];

/** Lists the changes of schemas. */
export const SCHEMA_CASES: readonly SchemaCase[] = [
  ...narrower(NARROWER).map((one) =>
    one.rule === 'type-changed' ? { ...one, server: 'error' as const } : one,
  ),
  ...wider(WIDER),
  ...both(BOTH),
  ...neither(NEITHER),
  ...cases([['property-added', 'to an open object', object(), object({ a: text() })]], 'info', 'info'),
  ...cases(
    [
      [
        'property-added',
        'to a closed object',
        object({ b: text() }, { additionalProperties: false }),
        object({ a: text(), b: text() }, { additionalProperties: false }),
      ],
    ],
    'info',
    'error',
  ),
  ...cases(
    [['property-removed', 'from an open object', object({ a: text(), b: text() }), object({ b: text() })]],
    'warning',
    'warning',
  ),
  ...cases(
    [
      [
        'property-removed',
        'from a closed object',
        object({ a: text(), b: text() }, { additionalProperties: false }),
        object({ b: text() }, { additionalProperties: false }),
      ],
    ],
    'error',
    'warning',
  ),
  ...cases(
    [
      [
        'required-property-removed',
        'from an open object',
        object({ a: text(), b: text() }, { required: ['a'] }),
        object({ b: text() }),
      ],
    ],
    'info',
    'error',
  ),
  ...cases(
    [['default-changed', 'another default', text({ default: 'a' }), text({ default: 'b' })]],
    'error',
    'info',
  ),
  ...cases([['default-introduced', 'a default', text(), text({ default: 'b' })]], 'info', 'info'),
  ...cases([['default-removed', 'no default', text({ default: 'a' }), text()]], 'warning', 'warning'),
  ...cases(
    [['read-only-introduced', 'readOnly', object({ a: text() }), object({ a: text({ readOnly: true }) })]],
    'warning',
    'info',
  ),
  ...cases(
    [['write-only-introduced', 'writeOnly', object({ a: text() }), object({ a: text({ writeOnly: true }) })]],
    'info',
    'warning',
  ),
  ...cases(
    [
      [
        'read-only-lifted',
        'no longer readOnly',
        object({ a: text({ readOnly: true }) }),
        object({ a: text() }),
      ],
    ],
    'info',
    'info',
  ),
  ...cases(
    [
      [
        'write-only-lifted',
        'no longer writeOnly',
        object({ a: text({ writeOnly: true }) }),
        object({ a: text() }),
      ],
    ],
    'info',
    'info',
  ),
  ...cases(
    [['schema-deprecated', 'deprecated', object({ a: text() }), object({ a: text({ deprecated: true }) })]],
    'info',
    'info',
  ),
  ...cases(
    [
      [
        'schema-undeprecated',
        'no longer deprecated',
        object({ a: text({ deprecated: true }) }),
        object({ a: text() }),
      ],
    ],
    'info',
    'info',
  ),
  ...cases(
    [
      [
        'items-changed',
        'a tuple grows',
        { type: 'array', prefixItems: [text()] },
        { type: 'array', prefixItems: [text(), integer()] },
      ],
    ],
    'error',
    'info',
  ),
  ...cases(
    [
      [
        'discriminator-changed',
        'another discriminator property',
        { oneOf: [A, B], discriminator: { propertyName: 'kind' } },
        { oneOf: [A, B] },
      ],
    ],
    'info',
    'info',
  ),
  ...cases(
    [
      [
        'schema-changed',
        'two alternatives overlap',
        { oneOf: [text({ maxLength: 2 }), integer()] },
        { oneOf: [text({ maxLength: 2 }), { type: ['integer', 'string'], minLength: 2 }] },
      ],
    ],
    'error',
    'error',
  ),
];
