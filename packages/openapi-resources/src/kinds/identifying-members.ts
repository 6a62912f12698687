// Members that identify a resource beside the id in its path, such as a `uuid` or a `lago_id`.
import type { Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from '@keyframe/openapi-schema/facts';
import type { Conventions } from '../conventions/conventions.ts';
import { listCompoundNames } from '../names/id-names.ts';
import { splitWords, toSingular } from '../names/words.ts';
import { isScalar } from './envelope.ts';

/** The facts by which members are found. */
export interface IdentitySearch {
  /** The path of the resource: `/orders/{id}`. */
  itemPath: string;
  properties: ReadonlyMap<string, readonly SchemaNode[]>;
  /** The members that a creation can set. */
  requested: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** The words for all resources of the document: `customer_id` refers to one at `/customers`. */
  things: ReadonlySet<string>;
  conventions: Conventions;
}

// Every kind of a document needs the same words.
const THINGS = new WeakMap<readonly Operation[], ReadonlySet<string>>();

/** Lists the words for the resources of a document in the singular: those of the segments of its paths. */
export function listThings(operations: readonly Operation[]): ReadonlySet<string> {
  const existing = THINGS.get(operations);
  if (existing) return existing;
  const segments = new Set(operations.flatMap(({ resourcePath }) => resourcePath.split('/')));
  const literals = [...segments].filter((segment) => !segment.includes('{'));
  const things = new Set(literals.map((segment) => toSingular(splitWords(segment).at(-1) ?? '')));
  THINGS.set(operations, things);
  return things;
}

/** Lists the members that no two resources share; ids of other resources are not among them. */
export function listIdentifyingMembers(search: IdentitySearch): string[] {
  const { properties, requested, conventions } = search;
  const candidates = [...properties].filter(([name, nodes]) => isScalar(nodes) && !isReference(name, search));
  const certain = candidates.filter(([name, nodes]) => isIdentity(name, nodes, search)).map(([name]) => name);
  if (certain.length > 0) return certain;
  // `subscriptionId` identifies what a request to `/streams` creates if nothing else does.
  const likely = candidates
    .map(([name]) => name)
    .filter((name) => conventions.matches('id', name) && !requested.has(name));
  return likely.slice(0, 1);
}

function isIdentity(
  name: string,
  nodes: readonly SchemaNode[],
  { itemPath, requested, conventions }: IdentitySearch,
): boolean {
  if (splitWords(name).length === 1 && conventions.matches('id', name)) return true;
  if (listCompoundNames(itemPath).includes(name)) return true;
  const applied = listApplied(...nodes);
  const isReadOnly = applied.some(({ annotations }) => annotations.readOnly);
  if (isReadOnly && (conventions.matches('serial', name) || conventions.matches('id', name))) return true;
  return !requested.has(name) && applied.some(({ keywords }) => keywords.format === 'uuid');
}

function isReference(name: string, { itemPath, things, conventions }: IdentitySearch): boolean {
  const words = splitWords(name);
  return (
    words.length > 1 &&
    conventions.matches('id', name) &&
    words.slice(0, -1).some((word) => things.has(toSingular(word))) &&
    !listCompoundNames(itemPath).includes(name)
  );
}
