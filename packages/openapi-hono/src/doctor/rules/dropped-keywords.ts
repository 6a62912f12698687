import { memberOf } from '@keyframe/openapi-model';
import { listMembers, type Rule } from '../rule.ts';

const GENERATORS = 'hono-takibi, kubb, orval and hey-api';

const DROPPED = ['if', 'dependentSchemas', 'unevaluatedProperties', 'minProperties', 'contains'];

/** Finds keywords that other generators of zod schemas leave out. */
export const droppedKeywords: Rule = {
  name: 'dropped-keywords',
  level: 'info',
  kind: 'schema',
  check: (object, { report }) => {
    for (const { name, pointer } of listMembers(object, DROPPED)) {
      report(pointer, `${GENERATORS} ignore "${name}".`, 'Validate with the generated code.');
    }
  },
};

const VALIDATING = [
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'enum',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'not',
  'oneOf',
  'pattern',
  'properties',
  'required',
  'type',
  'unevaluatedProperties',
];

/** Finds keywords beside `$ref`, which OpenAPI 3.1 applies. */
export const referenceSiblings: Rule = {
  name: 'reference-siblings',
  level: 'info',
  kind: 'schema',
  version: '3.1',
  check: (object, { report }) => {
    if (memberOf(object.value, '$ref') === undefined) return;
    for (const { name, pointer } of listMembers(object, VALIDATING)) {
      const repair = 'Move both into "allOf", or validate with the generated code.';
      report(pointer, `${GENERATORS} ignore "${name}" next to "$ref".`, repair);
    }
  },
};

/** Finds keywords beside `$ref`, which OpenAPI 3.0 ignores. */
export const ignoredSiblings: Rule = {
  name: 'ignored-siblings',
  level: 'warning',
  kind: 'schema',
  version: '3.0',
  check: (object, { report }) => {
    if (memberOf(object.value, '$ref') === undefined) return;
    for (const { name, pointer } of listMembers(object, VALIDATING)) {
      const message = `OpenAPI 3.0 ignores "${name}" next to "$ref".`;
      report(pointer, message, 'Move both into "allOf", or use OpenAPI 3.1.');
    }
  },
};
