// Names of the property that identifies a resource.
import { type JsonValue, listPathParameters } from '@keyframe/openapi-model';
import type { Conventions } from '../conventions/conventions.ts';
import { splitWords, toCamel, toSingular } from './words.ts';

/**
 * Lists the names that a property with the id of `/tasks/{taskId}` may have, the most specific first: the name of the
 * parameter, the name of the collection with `id`, and usual names.
 */
export function listIdNames(itemPath: string, conventions: Conventions): string[] {
  const segments = itemPath.split('/').filter((segment) => segment !== '');
  const parameter = listPathParameters(segments.at(-1) ?? '').at(-1) ?? '';
  const words = splitWords(parameter);
  const collection = splitCollection(segments.at(-2));
  const singular = toSingular(collection.at(-1) ?? '');
  const thing = [...collection.slice(0, -1), singular];
  const suffix = words[0] === singular ? words.slice(1).join('_') : '';
  const stem = words.slice(1).includes(singular) ? words.filter((word) => word !== singular).join('_') : '';
  const compound = singular === '' ? [] : [...listCompounds(thing), ...listCompounds([singular])];
  const usual = conventions.list('resourceId');
  const isId = conventions.matches('id', parameter);
  const isKey = !isId && conventions.matches('resourceId', words.at(-1) ?? '');
  const names = [
    parameter,
    words.join('_'),
    toCamel(words),
    ...(suffix === '' ? [] : [suffix, toCamel(splitWords(suffix))]),
    ...compound,
    ...usual.slice(0, 2),
    'ID',
    'Id',
    // `{className}` below `/schema` is the `class` of a schema.
    ...(isKey && words.length > 1 ? [toCamel(words.slice(0, -1))] : []),
    words.at(-1) ?? '',
    // `{external_customer_id}` below `/customers` is the `external_id` of a customer.
    ...(stem === '' ? [] : [stem, toCamel(splitWords(stem))]),
    // `{id}` is not the name of a person; `{person}` may be.
    ...usual.slice(2).filter((name) => !isId || conventions.matches('id', name)),
  ];
  return [...new Set(names)].filter((name) => name !== '');
}

/** Lists the names of an id that other bodies may have, such as `taskId` for `/tasks/{id}` and `/jobs/{taskId}`. */
export function listCompoundNames(itemPath: string): string[] {
  const [collection = '', parameter = ''] = itemPath.split('/').slice(-2);
  const parameterWords = splitWords(listPathParameters(parameter).at(-1) ?? '');
  if (parameterWords.length > 1 && parameterWords.at(-1) === 'id')
    return listCompounds(parameterWords.slice(0, -1));
  const words = splitCollection(collection);
  const singular = toSingular(words.at(-1) ?? '');
  return singular === '' ? [] : listCompounds([...words.slice(0, -1), singular]);
}

// A resource below a parameter, such as `/{owner}/{repo}`, has no collection.
function splitCollection(segment = ''): string[] {
  return segment.includes('{') ? [] : splitWords(segment);
}

function listCompounds(words: readonly string[]): string[] {
  return [`${toCamel(words)}Id`, `${words.join('_')}_id`, `${toCamel(words)}ID`];
}

/**
 * Ranks the names of an id: beside an `id` of the server, a `provider_id` that requests set is not the id in
 * `/providers/{providerId}`.
 */
export function rankIdNames(
  names: readonly string[],
  settable: Pick<ReadonlyMap<string, unknown>, 'has'>,
): readonly string[] {
  const [parameter = ''] = names;
  const first = names.findIndex((name) => settable.has(name));
  if (settable.has(parameter)) return names;
  const isAmbiguous = first >= 0 && first < names.indexOf('id') && /id$/i.test(parameter);
  if (!isAmbiguous || settable.has('id')) return names;
  return ['id', ...names.filter((name) => name !== 'id')];
}

/** Reports whether a path is that of a resource with its collection in the plural: `/things` for `/thing/{id}`. */
export function isPluralPath(path: string, itemPath: string): boolean {
  const [outer, collection] = splitLast(path);
  const [itemOuter, thing] = splitLast(splitLast(itemPath)[0]);
  return (
    outer === itemOuter &&
    collection !== thing &&
    toSingular(collection.toLowerCase()) === thing.toLowerCase()
  );
}

function splitLast(path: string): [outer: string, last: string] {
  const index = path.lastIndexOf('/');
  return [path.slice(0, index), path.slice(index + 1)];
}

/** Lists the forms of an id: a path contains it as a text, and its parameter and members may have other types. */
export function listIdForms(id: JsonValue): JsonValue[] {
  return [id, String(id), Number(id)];
}
