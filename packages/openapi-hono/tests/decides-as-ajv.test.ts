import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { type Json, mutantsOf, namesIn, valuesIn } from '../src/testing/index.ts';
import fixtures from './fixtures/keyword-schemas.json' with { type: 'json' };
import { documentWith, validatorsOf } from './generate-into-folder.ts';

// One component per keyword or combination; mutants are made of the `examples` of each.
const KEYWORD_SCHEMAS: Readonly<Record<string, { examples: readonly Json[] }>> = fixtures;

const MUTANTS = 400;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(documentWith(KEYWORD_SCHEMAS), 'document');
const validators = await validatorsOf(KEYWORD_SCHEMAS);

// Ajv finds `toString` in every object, and halves -1e308 to -5; tables of their own show what is right.
const AJV_IS_WRONG = new Set(['Even', 'Inherited']);

const names = Object.keys(KEYWORD_SCHEMAS).filter((name) => !AJV_IS_WRONG.has(name));

function mutantsOfSchema(examples: readonly Json[], schema: unknown): Json[] {
  return mutantsOf(examples, { count: MUTANTS, seed: 1, pool: valuesIn(schema), names: namesIn(schema) });
}

test.each(names)('%s decides as Ajv', (name) => {
  const { examples = [], ...schema } = KEYWORD_SCHEMAS[name] ?? {};
  const expected = ajv.compile({ $ref: `document#/components/schemas/${name}` });
  const values = [...examples, ...mutantsOfSchema(examples, schema)];
  const different = values.filter((value) => expected(value) !== validators[name]?.safeParse(value).success);
  expect(different).toEqual([]);
});

test('the values that validators are compared on are both valid and invalid', () => {
  const counts = names.map((name) => {
    const { examples = [], ...schema } = KEYWORD_SCHEMAS[name] ?? {};
    const values = mutantsOfSchema(examples, schema);
    const valid = values.filter((value) => validators[name]?.safeParse(value).success).length;
    return { name, isOneSided: valid < MUTANTS / 100 || valid > MUTANTS - MUTANTS / 100 };
  });
  const oneSided = counts.filter(({ isOneSided }) => isOneSided).map(({ name }) => name);
  expect(oneSided).toEqual(['Anything', 'Never']);
});
