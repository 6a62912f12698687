// Copies shared body and form parameters of Swagger 2.0 into the operations that refer to them: OpenAPI 3 has no parameter
// of that kind, and Scalar's upgrader leaves the references behind.
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import { appendPointer, parsePointer } from '../pointer.ts';
import type { Repairable } from '../repair/repairable.ts';
import { repairText } from '../repair/repairs.ts';

/** Copies them in place. */
export function inlineBodyParameters(document: JsonObject): void {
  const shared = memberOf(document, 'parameters');
  if (!isJsonObject(shared)) return;
  for (const { holder, parameters } of listHolders(document)) {
    setMember(
      holder,
      'parameters',
      parameters.map((parameter) => findBodyParameter(parameter, shared) ?? parameter),
    );
  }
}

/** Finds references to a schema in place of a parameter: a body with this schema. */
export function findSchemasAsParameters(document: JsonObject): Repairable[] {
  return listHolders(document).flatMap(({ parameters, pointer, isOperation }) =>
    parameters.flatMap((parameter, index): Repairable[] => {
      const reference = isJsonObject(parameter) ? memberOf(parameter, '$ref') : undefined;
      if (typeof reference !== 'string' || !reference.startsWith('#/definitions/')) return [];
      return [
        {
          rule: 'schema-as-parameter',
          pointer: isOperation
            ? appendPointer(pointer, 'requestBody')
            : appendPointer(pointer, 'parameters', index),
          message: `The reference ${reference} must lead to a parameter (got a schema).`,
          repair: repairText('Write a parameter with "in": "body" and this schema.'),
          apply: () => {
            parameters[index] = { name: 'body', in: 'body', required: true, schema: { $ref: reference } };
          },
        },
      ];
    }),
  );
}

/** An operation or a path item, and its parameters. */
export interface Holder {
  holder: JsonObject;
  parameters: JsonValue[];
  pointer: string;
  isOperation: boolean;
}

/** Lists the operations and path items of a document of Swagger 2.0 that have parameters. */
export function listHolders(document: JsonObject): Holder[] {
  const paths = memberOf(document, 'paths');
  const entries = isJsonObject(paths) ? Object.entries(paths) : [];
  return entries.flatMap(([path, item]) => {
    if (!isJsonObject(item)) return [];
    const pointer = appendPointer('#', 'paths', path);
    const operations = Object.entries(item).map(([name, member]) => ({
      value: member,
      pointer: appendPointer(pointer, name),
    }));
    return [{ value: item, pointer }, ...operations].flatMap((each): Holder[] => {
      const parameters = isJsonObject(each.value) ? memberOf(each.value, 'parameters') : undefined;
      if (!isJsonObject(each.value) || !Array.isArray(parameters)) return [];
      const isOperation = each.value !== item;
      return [{ holder: each.value, parameters, pointer: each.pointer, isOperation }];
    });
  });
}

function findBodyParameter(parameter: JsonValue, shared: JsonObject): JsonObject | undefined {
  const reference = isJsonObject(parameter) ? memberOf(parameter, '$ref') : undefined;
  const [folder, name, ...deeper] = (typeof reference === 'string' && parsePointer(reference)) || [];
  if (folder !== 'parameters' || name === undefined || deeper.length > 0) return undefined;
  const target = memberOf(shared, name);
  const location = isJsonObject(target) ? memberOf(target, 'in') : undefined;
  return isJsonObject(target) && (location === 'body' || location === 'formData') ? target : undefined;
}
