// Alternatives are matched by what they mean, then by name, then by their order; those left over came or went.
import type { LocatedSchema } from '@keyframe/openapi-model';
import { canonical, getName } from './canonical.ts';
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
  text: string;
  name: string | undefined;
  constants: string;
}

const MATCHES: readonly ((one: Alternative, other: Alternative) => boolean)[] = [
  (one, other) => one.text === other.text,
  (one, other) => one.name !== undefined && one.name === other.name,
  (one, other) => one.constants !== '' && one.constants === other.constants,
];

function compareUnion(walk: Walk, before: Union | undefined, after: Union | undefined): void {
  const old = listAlternatives(walk, 'old', before);
  const own = listAlternatives(walk, 'new', after);
  const matched = matchAlternatives(old, own);
  for (const [one, other] of matched) {
    if (one.text !== other.text) walk.descend({ old: one.located, new: other.located }, { kind: 'same' });
  }
  const taken = new Set(matched.values());
  reportUnmatched(walk, {
    removed: old.filter((one) => !matched.has(one)),
    added: own.filter((one) => !taken.has(one)),
    before,
    after,
  });
}

function matchAlternatives(
  old: readonly Alternative[],
  own: readonly Alternative[],
): Map<Alternative, Alternative> {
  const rest = new Set(own);
  const matched = new Map<Alternative, Alternative>();
  const match = (one: Alternative, other: Alternative | undefined) => {
    if (!other) return;
    matched.set(one, other);
    rest.delete(other);
  };
  for (const isMatch of MATCHES) {
    for (const one of old.filter((each) => !matched.has(each))) {
      match(
        one,
        [...rest].find((candidate) => isMatch(one, candidate)),
      );
    }
  }
  const unmatched = old.filter((one) => !matched.has(one));
  // If both sides have the same number left, each alternative was rewritten at its index.
  if (unmatched.length !== rest.size) return matched;
  const others = [...rest];
  for (const [index, one] of unmatched.entries()) match(one, others[index]);
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
        before: before?.branches.length,
        after: after?.branches.length,
        effect: after ? 'narrower' : 'wider',
      });
    }
    return;
  }
  const [was, is] = [before.branches.length, after.branches.length];
  for (const { located, name } of removed) {
    const what = `${before.keyword} ${name ?? located.pointer}`;
    walk.report({
      kind: 'alternative-removed',
      what,
      before: was,
      after: is,
      at: { ...located, side: 'old' },
    });
  }
  for (const { located, name } of added) {
    const what = `${after.keyword} ${name ?? located.pointer}`;
    walk.report({ kind: 'alternative-added', what, before: was, after: is, at: { ...located, side: 'new' } });
  }
}

function listAlternatives({ models }: Walk, side: 'old' | 'new', union: Union | undefined): Alternative[] {
  return (union?.branches ?? []).map((located) => ({
    located,
    text: canonical(readNode(models[side], located)),
    name: getName(readNode(models[side], located)),
    constants: describeConstants(createShape(models[side], located), (one) => createShape(models[side], one)),
  }));
}

// Describes the members with a single possible value, which distinguish alternatives.
function describeConstants(shape: Shape, shapeFor: (located: LocatedSchema) => Shape): string {
  const found = [...declaredMembers(shape)].flatMap(([name, [first]]) => {
    const values = first && listConstants(shapeFor(first));
    return values?.length === 1 ? [`${name}=${JSON.stringify(values)}`] : [];
  });
  return found.sort().join();
}
