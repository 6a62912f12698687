// Each keyword of JSON Schema 2020-12 and of OpenAPI's Schema Object decides: a value that it accepts and one that
// it alone refuses. Then the cases that validators, ours at first and others still, decide wrongly.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importValidators } from './generate-into-folder.ts';

interface Row {
  probe: string;
  schema: unknown;
  valid: unknown[];
  invalid: unknown[];
}

// Written as text, in which `__proto__` and `then` are ordinary names.
const text = await readFile(join(import.meta.dirname, 'fixtures/keyword-probes.json'), 'utf8');
const rows: Row[] = JSON.parse(text);
const names = new Map(rows.map((row, index) => [row.probe, `Probe${index}`]));
const shared = {
  Base: { properties: { a: true } },
  Tree: treeSchema(),
  Meta: { $ref: '#/components/schemas/Tree' },
};
const validators = await importValidators({
  ...shared,
  ...Object.fromEntries(rows.map(({ probe, schema }) => [names.get(probe), schema])),
});

function treeSchema() {
  return {
    type: 'object',
    properties: { next: { $ref: '#/components/schemas/Tree' } },
    additionalProperties: false,
  };
}

test.each(rows)('$probe', ({ probe, valid, invalid }) => {
  const validator = validators[names.get(probe) ?? ''];
  const accepts = (value: unknown) => validator?.safeParse(value).success;
  // zod's own parser.
  const alone = validator?.describe('by zod alone');
  expect(valid.filter((value) => !accepts(value))).toEqual([]);
  expect(invalid.filter((value) => accepts(value))).toEqual([]);
  expect(valid.filter((value) => !alone?.safeParse(value).success)).toEqual([]);
  expect(invalid.filter((value) => alone?.safeParse(value).success)).toEqual([]);
});

test('every probe has a name of its own', () => {
  expect(names.size).toBe(rows.length);
});

test('a required member that a closed object does not declare is refused', async () => {
  const { Closed } = await importValidators({
    Closed: { type: 'object', required: ['b'], properties: { a: true }, additionalProperties: false },
  });
  expect([{}, { b: 1 }, { a: 1, b: 1 }].map((value) => Closed?.safeParse(value).success)).toEqual([
    false,
    false,
    false,
  ]);
});

const LONG = 'a'.repeat(50_000);

// Backtracking would not end in a lifetime.
test.each<[title: string, schema: object, valid: unknown, invalid: unknown]>([
  ['pattern', { pattern: '^(a+)+$' }, LONG, `${LONG}!`],
  ['pattern of counted groups', { pattern: '^([a-z0-9]+-?){1,8}$' }, LONG, `${LONG}!`],
  ['propertyNames', { propertyNames: { pattern: '^(a+)+$' } }, { [LONG]: 1 }, { [`${LONG}!`]: 1 }],
  ['patternProperties', { patternProperties: { '^(a+)+$': false } }, { [`${LONG}!`]: 1 }, { [LONG]: 1 }],
  [
    'additionalProperties',
    { patternProperties: { '^(a+)+$': true }, additionalProperties: false },
    { [LONG]: 1 },
    { [`${LONG}!`]: 1 },
  ],
])('long texts that are hard for a pattern are decided: %s', async (_title, schema, ...[valid, invalid]) => {
  const { A } = await importValidators({ A: schema });
  expect([valid, invalid].map((value) => A?.safeParse(value).success)).toEqual([true, false]);
});
