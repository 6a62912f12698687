// Members that identify a resource beside the id in its path, such as a `uuid` or a `lago_id`.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from '../document/schema-parts.ts';
import { isScalar } from './envelope.ts';
import { listCompoundNames, splitWords, toSingular } from './id-names.ts';
import { makeId } from './make-id.ts';

const ID_WORDS: ReadonlySet<string> = new Set(['id', 'uid', 'uuid', 'guid']);
// A readOnly member with such a name is a number that the server assigns once.
const SERIAL_WORDS: ReadonlySet<string> = new Set([
  ...ID_WORDS,
  ...['code', 'key', 'number', 'reference', 'serial', 'slug', 'token'],
]);

/** The facts by which members are found. */
export interface IdentitySearch {
  /** The path of the resource: `/orders/{id}`. */
  itemPath: string;
  properties: ReadonlyMap<string, readonly SchemaNode[]>;
  /** The members that a creation can set. */
  requested: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** The words for all resources of the document: `customer_id` refers to one at `/customers`. */
  things: ReadonlySet<string>;
}

// Every kind of a document needs the same words.
const THINGS = new WeakMap<readonly Operation[], ReadonlySet<string>>();

/** Lists the words for the resources of a document in the singular: those of the segments of its paths. */
export function listThings(operations: readonly Operation[]): ReadonlySet<string> {
  const known = THINGS.get(operations);
  if (known) return known;
  const segments = new Set(operations.flatMap(({ resourcePath }) => resourcePath.split('/')));
  const literals = [...segments].filter((segment) => !segment.includes('{'));
  const things = new Set(literals.map((segment) => toSingular(splitWords(segment).at(-1) ?? '')));
  THINGS.set(operations, things);
  return things;
}

/** Lists the members that no two resources share; ids of other resources are not among them. */
export function listIdentifyingMembers(search: IdentitySearch): string[] {
  const { properties, requested } = search;
  const own = [...properties].filter(([name, nodes]) => isScalar(nodes) && !isReference(name, search));
  const certain = own.filter(([name, nodes]) => isIdentity(name, nodes, search)).map(([name]) => name);
  if (certain.length > 0) return certain;
  // `subscriptionId` identifies what a request to `/streams` creates if nothing else does.
  const likely = own.map(([name]) => name).filter((name) => hasIdWord(name) && !requested.has(name));
  return likely.slice(0, 1);
}

function isIdentity(
  name: string,
  nodes: readonly SchemaNode[],
  { itemPath, requested }: IdentitySearch,
): boolean {
  if (ID_WORDS.has(splitWords(name).join(''))) return true;
  if (listCompoundNames(itemPath).includes(name)) return true;
  const applied = nodes.flatMap(listApplied);
  const isReadOnly = applied.some(({ annotations }) => annotations.readOnly);
  if (isReadOnly && SERIAL_WORDS.has(splitWords(name).at(-1) ?? '')) return true;
  return !requested.has(name) && applied.some(({ keywords }) => keywords.format === 'uuid');
}

function isReference(name: string, { itemPath, things }: IdentitySearch): boolean {
  const words = splitWords(name);
  return (
    words.length > 1 &&
    hasIdWord(name) &&
    words.slice(0, -1).some((word) => things.has(toSingular(word))) &&
    !listCompoundNames(itemPath).includes(name)
  );
}

function hasIdWord(name: string): boolean {
  return ID_WORDS.has(splitWords(name).at(-1) ?? '');
}

/** Makes the members of a new resource that identify it, like those of its template. */
export function makeIdentity(
  template: JsonObject,
  names: readonly string[],
  { number, accepts }: { number: number; accepts: (name: string, value: JsonValue) => boolean },
): JsonObject {
  const members: JsonObject = {};
  for (const name of names) {
    const example = template[name];
    if (typeof example !== 'string' && typeof example !== 'number') continue;
    const isAccepted = (value: JsonValue) => typeof value === typeof example && accepts(name, value);
    members[name] = makeId({ example, number, accepts: isAccepted, generated: [] });
  }
  return members;
}
