// Validators decide as Ajv and @hyperjump/json-schema do wherever those two agree: on valid values and mutants.
import { isDeepStrictEqual } from 'node:util';
import { registerSchema, type SchemaObject, validate } from '@hyperjump/json-schema/draft-2020-12';
import { NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import { collectNames, collectValues, createMutants, type JsonValue } from '@keyframe/openapi-schema/values';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import fixtures from './fixtures/keyword-schemas.json' with { type: 'json' };
import { documentWith, importValidators } from './generate-into-folder.ts';

// One component per keyword or combination; mutants are made of the `examples` of each.
const KEYWORD_SCHEMAS: Readonly<Record<string, { examples: readonly JsonValue[] }>> = fixtures;

const MUTANTS = 400;

// The formats have tables of their own: ajv-formats takes them more loosely than their RFCs.
const ajv = new Ajv2020({ strict: false, formats: TEXT_FORMATS });
for (const [name, check] of Object.entries(NUMBER_FORMATS))
  ajv.addFormat(name, { type: 'number', validate: check });
ajv.addSchema(documentWith(KEYWORD_SCHEMAS), 'document');
const validators = await importValidators(KEYWORD_SCHEMAS);

const DOCUMENT_URI = 'https://example.com/document';
const definitions = JSON.stringify(KEYWORD_SCHEMAS).replaceAll('#/components/schemas/', '#/$defs/');
registerSchema(
  { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: JSON.parse(definitions) } as SchemaObject,
  DOCUMENT_URI,
);

const names = Object.keys(KEYWORD_SCHEMAS);

function mutantsOfSchema(name: string): JsonValue[] {
  const { examples = [], ...schema } = KEYWORD_SCHEMAS[name] ?? {};
  const options = { count: MUTANTS, seed: 1, pool: collectValues(schema), names: collectNames(schema) };
  return [...examples, ...createMutants(examples, options)];
}

// Ajv finds `toString` in every object, and halves -1e308 to -5; tables of their own show what is right.
const AJV_IS_WRONG = new Set(['Even', 'Inherited']);

test.each(names.filter((name) => !AJV_IS_WRONG.has(name)))('%s decides as Ajv', (name) => {
  const expected = ajv.compile({ $ref: `document#/components/schemas/${name}` });
  const values = mutantsOfSchema(name);
  const different = values.filter((value) => expected(value) !== validators[name]?.safeParse(value).success);
  expect(different).toEqual([]);
});

test.each(names)('%s decides as both oracles where they agree', async (name) => {
  const byAjv = ajv.compile({ $ref: `document#/components/schemas/${name}` });
  const byHyperjump = await validate(`${DOCUMENT_URI}#/$defs/${name}`);
  const values = mutantsOfSchema(name);
  const agreed = values.filter((value) => byAjv(value) === byHyperjump(value as never).valid);
  const different = agreed.filter((value) => byAjv(value) !== validators[name]?.safeParse(value).success);
  expect(different).toEqual([]);
  expect(agreed.length).toBeGreaterThan(values.length / 10);
});

// `describe` makes a type that zod parses.
test.each(names)('%s decides the same by zod and the runtime alone', (name) => {
  const alone = validators[name]?.describe('by zod alone');
  const different = mutantsOfSchema(name).filter((value) => {
    const [one, other] = [validators[name]?.safeParse(value), alone?.safeParse(value)];
    return one?.success !== other?.success || !isDeepStrictEqual(one?.data, other?.data);
  });
  expect(different).toEqual([]);
});

test('the values that validators are compared on are both valid and invalid', () => {
  const counts = names.map((name) => {
    const values = mutantsOfSchema(name);
    const valid = values.filter((value) => validators[name]?.safeParse(value).success).length;
    return { name, isOneSided: valid < MUTANTS / 100 || valid > MUTANTS - MUTANTS / 100 };
  });
  const oneSided = counts.filter(({ isOneSided }) => isOneSided).map(({ name }) => name);
  expect(oneSided).toEqual(['Anything', 'Never']);
});
