import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { createDocument, PROBES } from './probes.ts';

// Ajv finds the inherited `__proto__` in every object, and divides decimals as floating point does.
const AJV_IS_WRONG = new Set(['a member named __proto__', 'multipleOf a decimal']);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(createDocument(PROBES), 'document');

test('there are 59 probes, each of its own name', () => {
  expect(new Set(PROBES.map(({ name }) => name)).size).toBe(59);
});

test.each(PROBES.map((probe, index) => ({ ...probe, index })))(
  '$name: Ajv decides its values so',
  (probe) => {
    const decide = ajv.compile({ $ref: `document#/components/schemas/Probe${probe.index}` });
    if (AJV_IS_WRONG.has(probe.name)) return;
    expect(probe.valid.map((value) => decide(value))).toEqual(probe.valid.map(() => true));
    expect(probe.invalid.map((value) => decide(value))).toEqual(probe.invalid.map(() => false));
  },
);
