import { jsonEqual } from './json-equal.ts';
import { customIssue } from './raw-issue.ts';
import { type SchemaNode, schemaNode } from './schema-node.ts';

/** Accepts values equal to one of these, objects and lists compared by content (`enum`, `const`). */
export function equalTo<const TValues extends readonly unknown[]>(
  ...values: TValues
): SchemaNode<TValues[number]> {
  const allowed = values.map((value) => JSON.stringify(value)).join(', ');
  const accepts = (value: unknown) => values.some((literal) => jsonEqual(literal, value));
  return schemaNode(
    (value) => ({
      value,
      issues: accepts(value) ? [] : [customIssue(value, `Invalid input: expected one of ${allowed}`)],
    }),
    { accepts },
  );
}
