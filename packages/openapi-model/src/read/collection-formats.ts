// Lists of parameters in Swagger 2.0, whose formats have styles in OpenAPI 3, with exceptions.
import { isJsonObject, type JsonObject, memberOf } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import { listHolders } from './inline-body-parameters.ts';

const QUERY = ['csv', 'ssv', 'pipes', 'multi'];

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  formData: QUERY,
  header: ['csv'],
  path: ['csv'],
  query: QUERY,
};

/**
 * Writes the default format of lists in forms, which the upgrader does not know, and reports the parameters whose format
 * has no style in OpenAPI 3: their items are separated by commas.
 */
export function readCollectionFormats(document: JsonObject): Problem[] {
  const problems: Problem[] = [];
  for (const { parameter, pointer } of listLists(document)) {
    const location = String(memberOf(parameter, 'in'));
    const format = String(memberOf(parameter, 'collectionFormat') ?? 'csv');
    const allowed = FORMATS[location] ?? [format];
    parameter.collectionFormat = allowed.includes(format) ? format : 'csv';
    if (allowed.includes(format)) continue;
    const name = JSON.stringify(memberOf(parameter, 'name'));
    const message = `The items of the ${location} parameter ${name} are separated by commas: OpenAPI 3 has no style for its collectionFormat "${format}".`;
    problems.push({ pointer, message, repair: `Allowed are: ${allowed.join(', ')}.` });
  }
  return problems;
}

interface ListParameter {
  parameter: JsonObject;
  /** The location in the upgraded document. */
  pointer: string;
}

function listLists(document: JsonObject): ListParameter[] {
  const shared = memberOf(document, 'parameters');
  const list: ListParameter[] = [];
  for (const [name, parameter] of Object.entries(isJsonObject(shared) ? shared : {})) {
    if (isJsonObject(parameter))
      list.push({ parameter, pointer: appendPointer('#', 'components', 'parameters', name) });
  }
  for (const { parameters, pointer } of listHolders(document)) {
    const objects = parameters.filter(isJsonObject);
    const form = appendPointer(pointer, 'requestBody', 'content', 'form', 'schema', 'properties');
    for (const parameter of objects.filter(isField))
      list.push({ parameter, pointer: appendPointer(form, String(memberOf(parameter, 'name'))) });
    for (const [index, parameter] of objects.filter((object) => !isField(object)).entries())
      list.push({ parameter, pointer: appendPointer(pointer, 'parameters', index) });
  }
  return list.filter(({ parameter }) => memberOf(parameter, 'type') === 'array');
}

function isField(parameter: JsonObject): boolean {
  return /^(?:body|formData)$/.test(String(memberOf(parameter, 'in')));
}
