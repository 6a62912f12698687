import { collectProperties } from '@keyframe/openapi-schema/facts';
import { splitWords } from '../../names/words.ts';
import { getCollection, isBelow } from '../../paths/path-templates.ts';
import { listShared } from '../read-schemas.ts';
import { findIdMember, listObjects, type MemberPath, responseExpression } from '../work-arguments.ts';
import type { StateReader } from '../work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from '../work-rule.ts';
import { findNearest } from './nearest-reader.ts';

/** Start and reader return the same schema, also inside of equal envelopes and as items of a list. */
export const sameSchema: WorkRuleDefinition = {
  name: 'same schema',
  certainty: 'certain',
  isSameRepresentation: true,
  find,
};

function find(search: RuleSearch): RuleMatch | undefined {
  // `POST /runs/{id}/retry` that returns the run acts on it.
  if (search.actedOn.some((target) => findSame(target, search))) return undefined;
  const matches = search.readers
    .map((target) => ({
      target,
      object: findSame(target, search) ?? findSameMembers(target, search),
    }))
    .filter((match): match is { target: StateReader; object: MemberPath } => match.object !== undefined);
  // A resource that has the schema of one reader may have a member with that of another one.
  const depth = Math.min(...matches.map(({ object }) => object.path.length));
  const target = findNearest(
    search,
    matches.filter(({ object }) => object.path.length === depth).map((match) => match.target),
  );
  const object = matches.find((match) => match.target === target)?.object;
  if (!target || !object) return undefined;
  const member =
    findOpaqueReference(target, object) ??
    findIdMember(target, [object], search.reader) ??
    findInner(target, object, search);
  const location = search.successes
    .map(({ headers }) => headers.find(({ name }) => name.toLowerCase() === 'location'))
    .find((header) => header !== undefined);
  return {
    target,
    id: member && responseExpression(member),
    url: member ? undefined : location && `$response.header.${location.name}`,
    evidence: 'the response of the start has the schema of the reader',
  };
}

// `jobReference` without members has the `jobId` of the reader rather than a general `id`.
function findOpaqueReference(
  { id, collection }: StateReader,
  { path, members }: MemberPath,
): readonly string[] | undefined {
  if (members.has(id.name)) return undefined;
  const opaque = [...members].find(
    ([name, nodes]) =>
      /(?:ref|reference)$/i.test(name) &&
      splitWords(name)[0] === collection &&
      nodes.every((node) => collectProperties(node).size === 0),
  );
  return opaque && [...path, opaque[0], id.name];
}

function findInner(target: StateReader, { path }: MemberPath, { objects, reader }: RuleSearch) {
  const descendants = objects.filter(
    (object) => object.path.length > path.length && path.every((name, index) => object.path[index] === name),
  );
  return findIdMember(target, descendants, reader);
}

/** Finds the object in the response of a start that has the schema around the state of a reader. */
function findSame({ schema, found }: StateReader, { objects, reader }: RuleSearch): MemberPath | undefined {
  // An object that is the state itself is shared by resources of many kinds.
  const ancestors = listObjects(schema).filter(
    ({ path, members }) =>
      isAround(path, found.path) &&
      (members.has('id') || !reader.conventions.matches('state', path.at(-1) ?? '')),
  );
  for (const { path, nodes } of ancestors) {
    const pointers = listShared(nodes);
    const same = objects.find(
      (object) =>
        isEqualEnvelope(object.path, path) &&
        // A shared base says nothing about a state.
        (found.path.length === 0 || object.members.has(found.path[path.length] ?? '')) &&
        listShared(object.nodes).some((pointer) => pointers.includes(pointer)),
    );
    if (same) return same;
  }
  return undefined;
}

// Below the same collection, schemas of different names may have the same members and the same schema of the state.
function findSameMembers(
  { schema, found, itemPath }: StateReader,
  { start, objects: [root] }: RuleSearch,
): MemberPath | undefined {
  const isInCollection = isBelow(start.resourcePath, getCollection(itemPath));
  if (!schema || !isInCollection || root?.path.length !== 0) return undefined;
  const [name = ''] = found.path;
  const described = collectProperties(schema);
  const shared = new Set((described.get(name) ?? []).map(({ alias }) => alias?.pointer));
  const isSameState = (root.members.get(name) ?? []).some(({ alias }) => alias && shared.has(alias.pointer));
  const common = [...described.keys()].filter((member) => root.members.has(member)).length;
  return isSameState && common > 2 && common * 2 > root.members.size ? root : undefined;
}

function isAround(path: readonly string[], state: readonly string[]): boolean {
  return path.length < Math.max(state.length, 1) && path.every((name, index) => name === state[index]);
}

// `{ data: Job }` and `[Job]` are `Job`; `{ job: Job }` beside `{ result: Job }` is another use of it.
function isEqualEnvelope(left: readonly string[], right: readonly string[]): boolean {
  const names = left.filter((name) => name !== '[*]');
  return names.length === 0 || names.join('/') === right.join('/');
}
