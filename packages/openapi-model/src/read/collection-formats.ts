// Lists of parameters in Swagger 2.0, whose formats have styles in OpenAPI 3, with exceptions.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
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
  return listLists(document).flatMap(({ parameter, pointer }) => {
    const location = String(memberOf(parameter, 'in'));
    const format = String(memberOf(parameter, 'collectionFormat') ?? 'csv');
    const allowed = FORMATS[location] ?? [format];
    parameter.collectionFormat = allowed.includes(format) ? format : 'csv';
    if (allowed.includes(format)) return [];
    const name = JSON.stringify(memberOf(parameter, 'name'));
    const message = `The items of the ${location} parameter ${name} are separated by commas: OpenAPI 3 has no style for its collectionFormat "${format}".`;
    return [{ pointer, message, repair: `Allowed are: ${allowed.join(', ')}.` }];
  });
}

interface ListParameter {
  parameter: JsonObject;
  /** The location in the upgraded document. */
  pointer: string;
}

function listLists(document: JsonObject): ListParameter[] {
  const shared = memberOf(document, 'parameters');
  const ofDocument = listObjects(isJsonObject(shared) ? Object.entries(shared) : []).map(
    ([name, parameter]) => ({ parameter, pointer: appendPointer('#', 'components', 'parameters', name) }),
  );
  const ofOperations = listHolders(document).flatMap(({ parameters, pointer }) => {
    const objects = listObjects([...parameters.entries()]).map(([, parameter]) => parameter);
    const fields = objects.filter(isField).map((parameter) => ({
      parameter,
      pointer: appendPointer(
        pointer,
        'requestBody',
        'content',
        'form',
        'schema',
        'properties',
        readName(parameter),
      ),
    }));
    const others = objects
      .filter((parameter) => !isField(parameter))
      .map((parameter, index) => ({ parameter, pointer: appendPointer(pointer, 'parameters', index) }));
    return [...fields, ...others];
  });
  return [...ofDocument, ...ofOperations].filter(({ parameter }) => memberOf(parameter, 'type') === 'array');
}

function listObjects<TKey>(entries: [TKey, JsonValue | undefined][]): [TKey, JsonObject][] {
  return entries.filter((entry): entry is [TKey, JsonObject] => isJsonObject(entry[1]));
}

function isField(parameter: JsonObject): boolean {
  return /^(?:body|formData)$/.test(String(memberOf(parameter, 'in')));
}

function readName(parameter: JsonObject): string {
  return String(memberOf(parameter, 'name'));
}
