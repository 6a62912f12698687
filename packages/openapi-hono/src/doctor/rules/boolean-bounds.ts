import { appendPointer, memberOf } from '@keyframe/openapi-model';
import type { Rule } from '../rule.ts';

/** Finds bounds that are flags, as before JSON Schema draft-06. */
export const booleanBounds: Rule = {
  name: 'boolean-bounds',
  kind: 'schema',
  version: '3.1',
  check: ({ value, pointer }, { report }) => {
    for (const name of ['exclusiveMinimum', 'exclusiveMaximum']) {
      if (typeof memberOf(value, name) !== 'boolean') continue;
      const message = `"${name}" is a number in OpenAPI 3.1; Ajv refuses to compile the schema.`;
      report(appendPointer(pointer, name), message, `Write the bound itself: "${name}": 5.`);
    }
  },
};
