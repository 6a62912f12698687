// Finds resources in bodies that wrap them: `{"data": {…}}`, or `{"message": "Created", "store": {…}}` for `/stores/{id}`.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Conventions } from '../conventions/conventions.ts';
import { simplifyName, toSingular } from '../names/words.ts';

const LARGEST_ENVELOPE = 3;

/** The members of a body. */
export interface BodyMembers {
  names: readonly string[];
  /** The path of the operation, whose segments name its resource. */
  path: string;
  conventions: Conventions;
  /** Reports whether a member is an object. */
  isObject: (name: string) => boolean;
}

/** Lists the members that may wrap a resource: those of the convention, then one that is named after the resource. */
export function listWrappers({
  names,
  path,
  conventions,
}: Pick<BodyMembers, 'conventions' | 'names' | 'path'>): string[] {
  return [...listUsual({ names, conventions }), ...names.filter((name) => isNamedAfter(path, name))];
}

function listUsual({ names, conventions }: Pick<BodyMembers, 'conventions' | 'names'>): string[] {
  const preferred = conventions.list('envelope').filter((name) => names.includes(name));
  const extras = names.filter((name) => conventions.matches('envelope', name) && !preferred.includes(name));
  return [...preferred, ...extras];
}

/** Finds the member that wraps the resource of a body; undefined if the members are those of the resource. */
export function findWrapper(members: BodyMembers): string | undefined {
  const { names, path, conventions, isObject } = members;
  if (names.length > LARGEST_ENVELOPE) return undefined;
  // A resource may contain another one that its path names.
  const hasId = names.some((name) => conventions.matches('id', name));
  const namesakes = hasId ? [] : names.filter((name) => isNamedAfter(path, name));
  return [...listUsual(members), ...namesakes].find(isObject);
}

/** Finds the resource in a body of a path, or of a callback: the body itself, or the object in its wrapper. */
export function unwrapResource(
  body: JsonValue | undefined,
  conventions: Conventions,
  path = '',
): JsonObject | undefined {
  if (!isJsonObject(body)) return undefined;
  const isObject = (name: string) => isJsonObject(body[name]);
  const wrapper = findWrapper({ names: Object.keys(body), path, conventions, isObject });
  const resource = wrapper === undefined ? body : body[wrapper];
  return isJsonObject(resource) ? resource : body;
}

function isNamedAfter(path: string, name: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return segments.some((segment) => toSingular(simplifyName(segment)) === simplifyName(name));
}
