import { appendPointer, memberOf } from '@keyframe/openapi-model';
import type { Rule } from '../rule.ts';

/** Finds `nullable` that OpenAPI 3.0 gives no effect. */
export const nullableAlone: Rule = {
  name: 'nullable-alone',
  level: 'warning',
  kind: 'schema',
  version: '3.0',
  check: ({ value, pointer }, { report }) => {
    if (memberOf(value, 'nullable') !== true || memberOf(value, 'type') !== undefined) return;
    report(
      appendPointer(pointer, 'nullable'),
      'Without a "type", or beside a "$ref", "nullable" has no effect in OpenAPI 3.0: null is not allowed.',
      'Write OpenAPI 3.1 and "anyOf": [{ "$ref": … }, { "type": "null" }].',
    );
  },
};
