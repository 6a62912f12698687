// Finds the id of a resource: in its representation, in the names that refer to it, and in its URL.

import { isJsonObject, type JsonValue, type Parameter } from '@keyframe/openapi-model';
import type { Conventions } from '@keyframe/openapi-resources';
import { decodePercent } from '@keyframe/openapi-runtime/wire';
import type { SchemaSpace } from '@keyframe/openapi-values';
import { flattenName, toSingular } from '../names.ts';
import { cutSlash } from '../paths.ts';
import { acceptsText } from '../requests/parse-text-values.ts';
import { scalarToText } from '../wire/serialize-parameter.ts';
import { listEnvelopes } from './envelopes.ts';

/** The parts of a collection that identify its resources. */
export interface IdentifiedCollection {
  itemPath: string;
  parameter: string;
  idProperty: string | undefined;
  conventions: Conventions;
}

/** Lists the names of an id property, the most specific first. */
function idNames({
  itemPath,
  conventions,
}: Pick<IdentifiedCollection, 'conventions' | 'itemPath'>): string[] {
  const parameter = (itemPath.split('/').at(-1) ?? '').replaceAll(/[{}]/g, '');
  const own = [...cutSingular(parameter, itemPath), ...cutSuffix(parameter)];
  const usual = conventions.list('resourceId');
  const first = usual.indexOf('id') + 1;
  return [
    ...compoundIdNames(itemPath),
    parameter,
    ...own,
    ...usual.slice(0, first),
    ...cutInnerSingular(parameter, itemPath),
    ...usual.slice(first),
  ];
}

// `external_id` for `/customers/{external_customer_id}`, whose customers have no `id`.
function cutInnerSingular(parameter: string, itemPath: string): string[] {
  const singular = nameResource(itemPath).toLowerCase();
  const words = parameter.split('_');
  const others = words.filter((word) => word.toLowerCase() !== singular);
  return words[0] === others[0] && others.length < words.length ? [others.join('_')] : [];
}

// `number` for `/issues/{issue_number}` and `/open-issues/{issueNumber}`, whose issues have another `id`, too.
function cutSingular(parameter: string, itemPath: string): string[] {
  const singular = nameResource(itemPath);
  const [, head = '', letter = '', tail = ''] =
    /^([A-Za-z][a-z0-9]*)(?:[_-](?=\w)|(?=[A-Z]))(\w)(.*)$/.exec(parameter) ?? [];
  if (head === '' || !singular.toLowerCase().endsWith(head.toLowerCase())) return [];
  return [`${letter.toLowerCase()}${tail}`];
}

// `class` for `/schema/{className}`.
function cutSuffix(parameter: string): string[] {
  const [, stem] = /^(\w*?[a-z0-9])(?:_?(?:name|key|slug|code)|Name|Key|Slug|Code)$/.exec(parameter) ?? [];
  return stem === undefined ? [] : [stem];
}

// The singular of the segment before the id; an empty text if that is a parameter.
function nameResource(itemPath: string): string {
  const segment = itemPath.split('/').at(-2) ?? '';
  return segment.includes('{') ? '' : toSingular(segment.replaceAll(/[^A-Za-z0-9]/g, ''));
}

/** Lists `taskId` and the like for `/tasks/{id}`. */
export function compoundIdNames(itemPath: string): string[] {
  const singular = nameResource(itemPath);
  return singular === '' ? [] : [`${singular}Id`, `${singular}_id`, `${singular}ID`];
}

/** Lists the names of properties and parameters that hold an id of a collection elsewhere: `customer_id`, `customer`. */
export function listReferringNames({
  itemPath,
  parameter,
}: Pick<IdentifiedCollection, 'itemPath' | 'parameter'>): string[] {
  const singular = nameResource(itemPath);
  const own = /[A-Za-z0-9]_?id$/i.test(parameter) ? [parameter] : [];
  return singular === '' ? own : [...own, ...compoundIdNames(itemPath), singular];
}

/** Gives `customer_id`, `customerIds` and `X-Customer-Id` the same name. */
export function normalizeName(name: string): string {
  return flattenName(name.replace(/^x-/i, '')).replace(/ids$/, 'id');
}

/** Finds the id of a resource in its representation. */
export function findId(
  body: JsonValue | undefined,
  collection: Pick<IdentifiedCollection, 'conventions' | 'idProperty' | 'itemPath'>,
): number | string | undefined {
  if (!isJsonObject(body)) return undefined;
  const { idProperty, conventions, itemPath: path } = collection;
  for (const name of idProperty === undefined ? idNames(collection) : [idProperty]) {
    const value = body[name];
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  for (const envelope of listEnvelopes({ names: Object.keys(body), path, conventions })) {
    const inner = findId(body[envelope], collection);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Finds the property of a representation that contains a known id: by usual names first, then by its value. */
export function findIdProperty(
  body: JsonValue | undefined,
  collection: Pick<IdentifiedCollection, 'conventions' | 'itemPath'>,
  id: JsonValue,
): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const hasValue = (name: string) => typeof body[name] !== 'object' && String(body[name]) === String(id);
  const own = [...idNames(collection), ...Object.keys(body)].find(
    (name) => Object.hasOwn(body, name) && hasValue(name),
  );
  if (own !== undefined) return own;
  const { conventions, itemPath: path } = collection;
  return listEnvelopes({ names: Object.keys(body), path, conventions })
    .map((envelope) => findIdProperty(body[envelope], collection, id))
    .find((name) => name !== undefined);
}

// A property that only looks like an id has values that the path does not accept.
/** Whether a path parameter accepts an id. */
export function acceptsId(
  parameter: Pick<Parameter, 'schema'> | undefined,
  id: JsonValue,
  requests: Pick<SchemaSpace, 'accepts'>,
): boolean {
  return acceptsText(requests, parameter?.schema, scalarToText(id));
}

/** Parses the id in the URL of a resource. */
export function parseLocationId(location: string | undefined, itemPath: string): string | undefined {
  if (location === undefined || !URL.canParse(location, 'http://localhost')) return undefined;
  const wanted = itemPath.split('/').slice(1);
  const { pathname } = new URL(location, 'http://localhost');
  const actual = cutSlash(pathname).split('/').slice(-wanted.length);
  const isSame = wanted
    .slice(0, -1)
    .every((token, index) => token.startsWith('{') || token === actual[index]);
  const last = actual.at(-1);
  return isSame && last !== undefined && last !== '' ? decodePercent(last) : undefined;
}
