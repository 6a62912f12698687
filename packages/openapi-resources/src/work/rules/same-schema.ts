import type { SchemaNode } from '@keyframe/openapi-schema';
import { listPossible } from '@keyframe/openapi-schema/facts';
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
  const matches = search.readers
    .map((target) => ({ target, object: findSame(target, search.objects) }))
    .filter((match): match is { target: StateReader; object: MemberPath } => match.object !== undefined);
  const target = findNearest(
    search.start,
    matches.map((match) => match.target),
  );
  const object = matches.find((match) => match.target === target)?.object;
  if (!target || !object) return undefined;
  const member = findIdMember(target, [object], search.reader) ?? findInner(target, object, search);
  const location = search.successes
    .flatMap(({ headers }) => headers)
    .find(({ name }) => name.toLowerCase() === 'location');
  if (!member && !location) return undefined;
  return {
    target,
    id: member && responseExpression(member),
    url: member ? undefined : location && `$response.header.${location.name}`,
    evidence: 'the response of the start has the schema of the reader',
  };
}

// `jobReference: { jobId }`
function findInner(target: StateReader, { path }: MemberPath, { objects, reader }: RuleSearch) {
  const inner = objects.filter(
    (one) => one.path.length > path.length && path.every((name, index) => one.path[index] === name),
  );
  return findIdMember(target, inner, reader);
}

/** Finds the object in the response of a start that has the schema around the state of a reader. */
function findSame({ schema, found }: StateReader, objects: readonly MemberPath[]): MemberPath | undefined {
  const around = listObjects(schema).filter(({ path }) => isAround(path, found.path));
  for (const { path, nodes } of around) {
    const pointers = listShared(nodes);
    const same = objects.find(
      (object) =>
        isEqualEnvelope(object.path, path) &&
        listShared(object.nodes).some((pointer) => pointers.includes(pointer)),
    );
    if (same) return same;
  }
  return undefined;
}

function isAround(path: readonly string[], state: readonly string[]): boolean {
  return path.length < Math.max(state.length, 1) && path.every((name, index) => name === state[index]);
}

// `{ data: Job }` and `[Job]` are `Job`; `{ job: Job }` beside `{ result: Job }` is another use of it.
function isEqualEnvelope(left: readonly string[], right: readonly string[]): boolean {
  const names = left.filter((name) => name !== '[*]');
  return names.length === 0 || names.join('/') === right.join('/');
}

/** Lists the pointers of the shared schemas that describe an object. */
function listShared(nodes: readonly SchemaNode[]): string[] {
  return nodes
    .flatMap(listPossible)
    .filter(({ keywords }) => keywords.properties.size > 0)
    .map(({ origin }) => origin.pointer)
    .filter((pointer) => !pointer.startsWith('#/paths/'));
}
