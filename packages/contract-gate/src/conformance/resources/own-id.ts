import type { JsonValue } from '@keyframe/openapi-model';
import type { Conventions } from '@keyframe/openapi-resources';
import { toResourcePath } from '../paths.ts';
import { type Draft, parameterKey, sentValue } from '../requests/draft.ts';
import type { JsonPath } from '../requests/json-paths.ts';
import { findMeantMethod } from '../verbs.ts';
import { listEnvelopes } from './envelopes.ts';
import { compoundIdNames } from './resource-ids.ts';

/** The id of a resource in the body of its update. */
export interface OwnId {
  path: JsonPath;
  value: JsonValue;
  /** The id in the path of the request. */
  inPath: JsonValue;
}

/**
 * Finds the id of the resource in the body of its update, or in its envelope, if the path ends with an id: one of its name, `itemId`
 * for `/items/{id}`, `id` or `uuid`.
 */
export function findOwnId(draft: Draft, conventions: Conventions): OwnId | undefined {
  const { operation, parameters } = draft;
  const path = toResourcePath(operation.path);
  const [, parameter] = /\{([^{}/]+)\}$/.exec(path) ?? [];
  if (!parameter || !/id$/i.test(parameter) || !['patch', 'put'].includes(`${findMeantMethod(operation)}`))
    return undefined;
  const inPath = parameters.get(parameterKey({ location: 'path', name: parameter }));
  if (inPath === undefined) return undefined;
  const names = [parameter, ...compoundIdNames(path), 'id', '_id', 'uuid'];
  const body = Object(sentValue(draft));
  const envelopes = listEnvelopes({ names: Object.keys(body), path, conventions }).map((name) => [name]);
  for (const envelope of [[], ...envelopes]) {
    const holder = envelope.reduce((value, name) => Object(value[name]), body);
    const name = names.find((one) => Object.hasOwn(holder, one));
    if (name !== undefined) return { path: [...envelope, name], value: holder[name], inPath };
  }
  return undefined;
}
