// Copies shared body and form parameters of Swagger 2.0 into the operations that refer to them: OpenAPI 3 has no parameter
// of that kind, and Scalar's upgrader leaves the references behind.
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import { appendPointer, parsePointer } from '../pointer.ts';
import type { Repairable } from '../repair/repairable.ts';
import { repairText } from '../repair/repairs.ts';

/** Copies them in place. */
export function inlineBodyParameters(document: JsonObject): void {
  const members = memberOf(document, 'parameters');
  const shared = isJsonObject(members) ? members : {};
  for (const { holder, parameters } of listHolders(document)) {
    const readable = parameters.map((parameter) => findBodyParameter(parameter, shared) ?? locate(parameter));
    setMember(holder, 'parameters', readable);
  }
}

// The upgrader throws for a parameter without a location, which would lose the whole document.
function locate(parameter: JsonValue): JsonObject {
  if (!isJsonObject(parameter)) return { in: UNKNOWN_LOCATION };
  const isLocated =
    memberOf(parameter, '$ref') !== undefined || typeof memberOf(parameter, 'in') === 'string';
  return isLocated ? parameter : { ...parameter, in: UNKNOWN_LOCATION };
}

/** The location of a parameter that has none, until it is upgraded. */
export const UNKNOWN_LOCATION = 'unknown';

/** Finds references to a schema in place of a parameter: a body with this schema. */
export function findSchemasAsParameters(document: JsonObject): Repairable[] {
  const findings: Repairable[] = [];
  for (const { parameters, pointer, isOperation } of listHolders(document)) {
    for (const [index, parameter] of parameters.entries()) {
      const reference = isJsonObject(parameter) ? memberOf(parameter, '$ref') : undefined;
      if (typeof reference !== 'string' || !reference.startsWith('#/definitions/')) continue;
      findings.push({
        rule: 'schema-as-parameter',
        pointer: isOperation
          ? appendPointer(pointer, 'requestBody')
          : appendPointer(pointer, 'parameters', index),
        message: `The reference ${reference} must lead to a parameter (got a schema).`,
        repair: repairText('Write a parameter with "in": "body" and this schema.'),
        apply: () => {
          parameters[index] = { name: 'body', in: 'body', required: true, schema: { $ref: reference } };
        },
      });
    }
  }
  return findings;
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
  const holders: Holder[] = [];
  const add = (holder: JsonValue | undefined, pointer: string, isOperation: boolean) => {
    const parameters = isJsonObject(holder) ? memberOf(holder, 'parameters') : undefined;
    if (!isJsonObject(holder) || parameters === undefined) return;
    const list = Array.isArray(parameters) ? parameters : [parameters];
    holders.push({ holder, parameters: list, pointer, isOperation });
  };
  for (const [path, item] of Object.entries(isJsonObject(paths) ? paths : {})) {
    if (!isJsonObject(item)) continue;
    const pointer = appendPointer('#', 'paths', path);
    add(item, pointer, false);
    for (const [name, member] of Object.entries(item)) add(member, appendPointer(pointer, name), true);
  }
  return holders;
}

function findBodyParameter(parameter: JsonValue, shared: JsonObject): JsonObject | undefined {
  const reference = isJsonObject(parameter) ? memberOf(parameter, '$ref') : undefined;
  const [folder, name, ...deeper] = (typeof reference === 'string' && parsePointer(reference)) || [];
  if (folder !== 'parameters' || name === undefined || deeper.length > 0) return undefined;
  const target = memberOf(shared, name);
  const location = isJsonObject(target) ? memberOf(target, 'in') : undefined;
  return isJsonObject(target) && (location === 'body' || location === 'formData') ? target : undefined;
}
