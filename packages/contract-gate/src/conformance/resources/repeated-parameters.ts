// Members of a body that have the values of its path.
import { isJsonObject, type JsonObject, type JsonValue, listPathParameters } from '@keyframe/openapi-model';
import { type Conventions, listOwnIdNames, listWrappers } from '@keyframe/openapi-resources';
import { type Draft, parameterKey, sentObject } from '../requests/draft.ts';
import type { JsonPath } from '../requests/json-paths.ts';

/** A member of a body that repeats a parameter of the path. */
export interface RepeatedParameter {
  path: JsonPath;
  value: JsonValue;
  /** The value in the path of the request. */
  inPath: JsonValue;
}

const UPDATES: ReadonlySet<string> = new Set(['patch', 'put']);

/**
 * Lists the members of a body, or of its envelope, that repeat parameters of the path: those of the same names, and of an
 * update the id of the resource, such as `itemId` for `/items/{id}`.
 */
export function listRepeatedParameters(draft: Draft, conventions: Conventions): RepeatedParameter[] {
  const { operation, parameters } = draft;
  const body = sentObject(draft);
  if (!body) return [];
  const { resourcePath: path } = operation;
  const last = listPathParameters(path).at(-1);
  const isUpdate = UPDATES.has(operation.resourceMethod) && path.endsWith(`{${last}}`);
  const wrappers = listWrappers({ names: Object.keys(body), path, conventions }).map((name) => [name]);
  const repeated: RepeatedParameter[] = [];
  for (const parameter of listPathParameters(path)) {
    const inPath = parameters.get(parameterKey({ location: 'path', name: parameter }));
    const isOwn = isUpdate && parameter === last;
    const names = isOwn ? [parameter, ...listOwnIdNames(path, conventions)] : [parameter];
    const member = findMember(body, [[], ...wrappers], names);
    if (member && inPath !== undefined) repeated.push({ ...member, inPath });
  }
  return repeated;
}

function findMember(
  body: JsonObject,
  wrappers: readonly (readonly string[])[],
  names: readonly string[],
): Omit<RepeatedParameter, 'inPath'> | undefined {
  for (const path of wrappers) {
    const [wrapper] = path;
    const holder = wrapper === undefined ? body : body[wrapper];
    const name = isJsonObject(holder) ? names.find((one) => isScalar(holder[one])) : undefined;
    if (name !== undefined && isJsonObject(holder))
      return { path: [...path, name], value: holder[name] ?? null };
  }
  return undefined;
}

function isScalar(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
