// Compares the validators of the server with Ajv on the document itself, over mutated examples.
import { NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import { collectNames, collectValues, createMutants, type JsonValue } from '@keyframe/openapi-schema/values';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import document from '../src/generated/document.json' with { type: 'json' };
import { schemas } from '../src/generated/index.ts';

const MUTANTS = 8_000;
const SEED = 20_261_120;

// Formats have tests of their own; ajv-formats is less strict than their RFCs.
const ajv = new Ajv2020({ strict: false, formats: TEXT_FORMATS });
for (const [name, validate] of Object.entries(NUMBER_FORMATS))
  ajv.addFormat(name, { type: 'number', validate });
ajv.addSchema(document, 'openapi');

const examples = listExamples(document);
const pool = collectValues(document.components.schemas);
const names = collectNames(document.components.schemas);
const components = Object.keys(schemas) as (keyof typeof schemas)[];

// Lists every value under `examples` and every part of it, so that some part matches each component.
function listExamples(value: unknown): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'example') return [member as JsonValue];
    if (name === 'value') return listParts(member as JsonValue);
    return listExamples(member);
  });
}

function listParts(value: JsonValue): JsonValue[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap((member) => listParts(member ?? null))]
    : [value];
}

// Ajv selects the seeds, because a validator that is too strict would exclude the values that it wrongly rejects.
function listSeeds(accepts: (value: JsonValue) => boolean): JsonValue[] {
  const fitting = examples.filter(accepts);
  return fitting.length > 0 ? fitting : examples;
}

test.each(components)('%s decides as Ajv', (component) => {
  const expected = ajv.compile<JsonValue>({ $ref: `openapi#/components/schemas/${component}` });
  const values = createMutants(listSeeds(expected), { count: MUTANTS, seed: SEED, pool, names });
  const decisions = values.map((value) => ({ value, valid: schemas[component].safeParse(value).success }));
  expect(decisions.filter(({ value, valid }) => expected(value) !== valid)).toEqual([]);
  const valid = decisions.filter((decision) => decision.valid).length;
  expect(valid).toBeGreaterThan(MUTANTS / 50);
  expect(valid).toBeLessThan(MUTANTS - MUTANTS / 50);
});
