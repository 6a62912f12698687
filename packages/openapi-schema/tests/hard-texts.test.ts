// Backtracking would not end in a lifetime: each case decides or explains a long text that is hard for its pattern.
import { type JsonValue, readModel, type Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ValueExplainer } from '../src/explain/explain-value.ts';
import { SchemaGraph } from '../src/nodes/schema-graph.ts';
import { compileAcceptors } from './compile-acceptors.ts';

const LONG = 'a'.repeat(50_000);
const HARD = `${LONG}!`;
const PATTERN = '^(a+)+$';
const POLYNOMIAL = '^(?:[a-z0-9]+\\.?){1,10}$';
const UNMATCHABLE = '^(a+)\\1$';

test.each<[title: string, schema: Schema, valid: JsonValue[], invalid: JsonValue[]]>([
  ['pattern', { pattern: PATTERN }, [LONG], [HARD]],
  ['pattern of counted groups', { pattern: POLYNOMIAL }, [LONG], [HARD]],
  [
    'patternProperties',
    { patternProperties: { [PATTERN]: { type: 'string' } } },
    [{ [HARD]: 1 }],
    [{ [LONG]: 1 }],
  ],
  [
    'patternProperties beside additionalProperties',
    { patternProperties: { [POLYNOMIAL]: true }, additionalProperties: false },
    [{ [LONG]: 1 }],
    [{ [HARD]: 1 }],
  ],
  ['propertyNames', { propertyNames: { pattern: PATTERN } }, [{ [LONG]: 1 }], [{ [HARD]: 1 }]],
  [
    'unevaluatedProperties',
    { allOf: [{ patternProperties: { [PATTERN]: true } }], unevaluatedProperties: false },
    [{ [LONG]: 1 }],
    [{ [HARD]: 1 }],
  ],
  [
    'a pattern that no matcher reads in linear time, an annotation',
    {
      pattern: UNMATCHABLE,
      patternProperties: { [UNMATCHABLE]: false },
      additionalProperties: false,
    },
    [HARD, { a: 1 }, { aa: 1 }],
    [],
  ],
])('%s', (_title, schema, ...[valid, invalid]) => {
  const info = { title: 'T', version: '1' };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: { A: schema } } };
  const model = readModel(document, 'a.json');
  const located = { schema, pointer: '#/components/schemas/A' };
  const decide = compileAcceptors(model, [located])[0];
  expect(valid.map((value) => decide?.(value))).toEqual(valid.map(() => true));
  expect(invalid.map((value) => decide?.(value))).toEqual(invalid.map(() => false));
  const accepts = (one: { schema: { schema: Schema; pointer: string } }, value: JsonValue) =>
    compileAcceptors(model, [one.schema])[0]?.(value) ?? true;
  const explainer = new ValueExplainer({ accepts }, 'request');
  const node = new SchemaGraph(model).node(located);
  for (const value of invalid) expect(explainer.explain(node, value).message).not.toBe('');
});
