// Finds the id of a resource: in its representation, in the names that refer to it, and in its URL.

import { isJsonObject, type JsonValue, type Parameter } from '@keyframe/openapi-model';
import { type Conventions, listIdNames, simplifyName, toSingular } from '@keyframe/openapi-resources';
import { decodePercent } from '@keyframe/openapi-runtime/wire';
import type { SchemaSpace } from '@keyframe/openapi-values';
import { cutSlash } from '../paths.ts';
import { acceptsText } from '../requests/parse-text-values.ts';
import { scalarToText } from '../wire/encode-text.ts';
import { listEnvelopes } from './envelopes.ts';

/** The parts of a collection that identify its resources. */
export interface IdentifiedCollection {
  itemPath: string;
  parameter: string;
  idProperty: string | undefined;
  conventions: Conventions;
}

// The singular of the segment before the id; an empty text if that is a parameter.
function nameResource(itemPath: string): string {
  const segment = itemPath.split('/').at(-2) ?? '';
  return segment.includes('{') ? '' : toSingular(segment.replaceAll(/[^A-Za-z0-9]/g, ''));
}

// `taskId` and the like for `/tasks/{id}`.
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
  const parameterNames = /[A-Za-z0-9]_?id$/i.test(parameter) ? [parameter] : [];
  return singular === '' ? parameterNames : [...parameterNames, ...compoundIdNames(itemPath), singular];
}

/** Gives `customer_id`, `customerIds` and `X-Customer-Id` the same name. */
export function normalizeName(name: string): string {
  return simplifyName(name.replace(/^x-/i, '')).replace(/ids$/, 'id');
}

/** Finds the id of a resource in its representation. */
export function findId(
  body: JsonValue | undefined,
  collection: Pick<IdentifiedCollection, 'conventions' | 'idProperty' | 'itemPath'>,
): number | string | undefined {
  if (!isJsonObject(body)) return undefined;
  const { idProperty, conventions, itemPath: path } = collection;
  for (const name of idProperty === undefined
    ? listIdNames(collection.itemPath, collection.conventions)
    : [idProperty]) {
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
  const idName = [...listIdNames(collection.itemPath, collection.conventions), ...Object.keys(body)].find(
    (name) => Object.hasOwn(body, name) && hasValue(name),
  );
  if (idName !== undefined) return idName;
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
