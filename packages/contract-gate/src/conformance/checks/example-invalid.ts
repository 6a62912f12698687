import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { formatValue } from '../format-value.ts';
import type { DocumentedExample } from '../requests/documented-examples.ts';
import { explain } from '../schema/explain.ts';
import { type Check, describeViolation } from '../session/check.ts';

/** An example and the schemas of its direction. */
export interface CheckedExample extends Pick<DocumentedExample, 'pointer' | 'schema' | 'value'> {
  space: SchemaSpace;
}

export const exampleInvalid: Check<CheckedExample> = {
  id: 'example-invalid',
  title: 'An example violates its own schema',
  explanation:
    'The document contains an example of a request, a response or a callback that the adjacent schema rejects. Readers copy the example, tools enforce the schema.',
  basis: 'contradiction',
  run({ space, schema, value, pointer }) {
    if (!schema || space.accepts(schema, value)) return [];
    const explanation = explain(space, schema, value);
    const { expected, found } = explanation;
    const message = `An example does not match its schema: ${describeViolation(explanation, 'the value')}.`;
    return [{ pointer, message, expected, received: formatValue(found) }];
  },
};
