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
      '"nullable" has no effect in OpenAPI 3.0 without a "type" or next to a "$ref": null is not allowed.',
      'Use OpenAPI 3.1 and "anyOf": [{ "$ref": … }, { "type": "null" }].',
    );
  },
};
