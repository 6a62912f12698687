// Alternatives are matched by what they mean, then by name, then by their order; those left over came or went.
import type { LocatedSchema } from '@keyframe/openapi-model';
import { getName } from './canonical.ts';
import { listConstants } from './limits.ts';
import { createShape, declaredMembers, readNode, type Shape, type Union } from './shape.ts';
import type { Walk } from './walk.ts';

/** Compares the alternatives of `anyOf` and `oneOf`. */
export function compareUnions(walk: Walk): void {
  const { old, new: after } = walk;
  for (let index = 0; index < Math.max(old.unions.length, after.unions.length); index += 1) {
    compareUnion(walk, old.unions[index], after.unions[index]);
  }
}

interface Alternative {
  located: LocatedSchema;
  name: string | undefined;
  tags: ReadonlyMap<string, readonly string[]>;
}

type IsMatch = (old: Alternative, next: Alternative) => boolean;

const isNamed: IsMatch = (old, next) => old.name !== undefined && old.name === next.name;
// The same values distinguish both, or some of them where values came or went.
const hasTags: IsMatch = (old, next) => {
  const names = [...old.tags.keys()].filter((name) => next.tags.has(name));
  const single = names.filter((name) => old.tags.get(name)?.length === 1);
  return (
    single.length > 0 && single.every((name) => next.tags.get(name)?.join() === old.tags.get(name)?.join())
  );
};
const sharesTags: IsMatch = (old, next) => {
  const names = [...old.tags.keys()].filter((name) => next.tags.has(name));
  const isShared = (name: string) =>
    old.tags.get(name)?.some((value) => next.tags.get(name)?.includes(value));
  return names.length > 0 && names.every(isShared);
};

function compareUnion(walk: Walk, before: Union | undefined, after: Union | undefined): void {
  const old = listAlternatives(walk, 'old', before);
  const next = listAlternatives(walk, 'new', after);
  const isEqual: IsMatch = (left, right) => !walk.differs({ old: left.located, new: right.located });
  const isSame: IsMatch = (left, right) => isNamed(left, right) && isEqual(left, right);
  const matched = matchAlternatives(old, next, [isSame, isEqual, isNamed, hasTags, sharesTags]);
  for (const [left, right] of matched) {
    walk.descend({ old: left.located, new: right.located }, { kind: 'same' });
  }
  const taken = new Set(matched.values());
  reportUnmatched(walk, {
    removed: old.filter((alternative) => !matched.has(alternative)),
    added: next.filter((alternative) => !taken.has(alternative)),
    before,
    after,
  });
}

function matchAlternatives(
  old: readonly Alternative[],
  next: readonly Alternative[],
  matches: readonly IsMatch[],
): Map<Alternative, Alternative> {
  const candidates = new Set(next);
  const matched = new Map<Alternative, Alternative>();
  const match = (before: Alternative, after: Alternative | undefined) => {
    if (!after) return;
    matched.set(before, after);
    candidates.delete(after);
  };
  const listUnmatched = () => old.filter((alternative) => !matched.has(alternative));
  for (const isMatch of matches) {
    for (const alternative of listUnmatched()) {
      const counterpart = [...candidates].find((candidate) => isMatch(alternative, candidate));
      match(alternative, counterpart);
    }
  }
  const unmatched = listUnmatched();
  // If both sides have the same number left, each alternative was rewritten at its index.
  if (unmatched.length !== candidates.size) return matched;
  const counterparts = [...candidates];
  for (const [index, alternative] of unmatched.entries()) match(alternative, counterparts[index]);
  return matched;
}

interface Unmatched {
  removed: readonly Alternative[];
  added: readonly Alternative[];
  before: Union | undefined;
  after: Union | undefined;
}

function reportUnmatched(walk: Walk, { removed, added, before, after }: Unmatched): void {
  // A union that came narrows by what it does not name, one that went widens.
  if (!before || !after) {
    if (before || after) {
      const what = (before ?? after)?.keyword ?? 'anyOf';
      walk.report({
        kind: 'condition-changed',
        what,
        keywords: [],
        before: before?.branches.length,
        after: after?.branches.length,
        effect: after ? 'narrower' : 'wider',
      });
    }
    return;
  }
  const [was, is] = [before.branches.length, after.branches.length];
  const counts = { before: String(was), after: String(is) };
  for (const { located, name } of removed) {
    const alternative = { ...located, side: 'old' as const };
    const what = `${before.keyword} ${name ?? located.pointer}`;
    walk.report({ kind: 'alternative-removed', what, ...counts, alternative, at: alternative });
  }
  for (const { located, name } of added) {
    const alternative = { ...located, side: 'new' as const };
    const what = `${after.keyword} ${name ?? located.pointer}`;
    walk.report({ kind: 'alternative-added', what, ...counts, alternative, at: alternative });
  }
}

function listAlternatives({ models }: Walk, side: 'old' | 'new', union: Union | undefined): Alternative[] {
  return (union?.branches ?? []).map((located) => ({
    located,
    name: getName(readNode(models[side], located)),
    tags: listTags(createShape(models[side], located), (schema) => createShape(models[side], schema)),
  }));
}

// Lists the members with few possible values, which distinguish alternatives.
function listTags(shape: Shape, shapeFor: (located: LocatedSchema) => Shape): Map<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>();
  for (const [name, [first]] of declaredMembers(shape)) {
    const values = first && listConstants(shapeFor(first));
    const texts = values?.map((value) => JSON.stringify(value));
    if (texts) tags.set(name, texts);
  }
  return tags;
}
