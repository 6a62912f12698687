import type { LocatedSchema } from '@keyframe/openapi-model';
import { compareSizes } from './compare-scalars.ts';
import { typesOf } from './limits.ts';
import { declaredMembers, joined, type Shape, valuesOf } from './shape.ts';
import type { Walk } from './walk.ts';

/** Compares the members of objects. */
export function compareObjects(walk: Walk): void {
  if (!typesOf(walk.old).has('object') || !typesOf(walk.new).has('object')) return;
  compareSizes(walk, { keyword: 'Properties', name: 'properties' });
  compareDeclared(walk);
  compareAdditional(walk);
}

interface Members {
  declared: Map<string, LocatedSchema[]>;
  required: ReadonlySet<string>;
}

function membersOf(shape: Shape): Members {
  const required = new Set(valuesOf(shape, 'required').flatMap(({ value }) => value));
  return { declared: declaredMembers(shape), required };
}

function compareDeclared(walk: Walk): void {
  const before = membersOf(walk.old);
  const after = membersOf(walk.new);
  const names = new Set([
    ...before.declared.keys(),
    ...before.required,
    ...after.declared.keys(),
    ...after.required,
  ]);
  for (const name of names) {
    const old = before.declared.get(name);
    const own = after.declared.get(name);
    if (old && own) compareRequired(walk, name, { before, after });
    else compareUndeclared(walk, name, { before, after });
    if (old && own) walk.descend({ old: joined(old), new: joined(own) }, { kind: 'property', name });
  }
}

interface Versions {
  before: Members;
  after: Members;
}

function compareRequired(walk: Walk, name: string, { before, after }: Versions): void {
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (was === is) return;
  const kind = is ? 'property-became-required' : 'property-became-optional';
  walk.tell({ kind, what: `"${name}"`, before: wordFor(was), after: wordFor(is) });
}

// A member that only one version declares, or that is required without being declared.
function compareUndeclared(walk: Walk, name: string, versions: Versions): void {
  const { before, after } = versions;
  const [old, own] = [before.declared.get(name), after.declared.get(name)];
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (own) tellAdded(walk, name, { at: joined(own), isRequired: is && !was });
  else if (old) tellRemoved(walk, name, { at: joined(old), isRequired: was && !is });
  const isTold = own ? is : was;
  if (!isTold || (!old && !own)) compareRequired(walk, name, versions);
}

interface OneSided {
  at: LocatedSchema;
  isRequired: boolean;
}

function tellAdded({ tell }: Walk, name: string, { at, isRequired }: OneSided): void {
  const change = { what: `"${name}"`, after: wordFor(isRequired), at: { ...at, side: 'new' as const } };
  if (isRequired) tell({ kind: 'required-property-added', ...change });
  else tell({ kind: 'property-added', ...change, member: name });
}

function tellRemoved({ tell }: Walk, name: string, { at, isRequired }: OneSided): void {
  const change = { what: `"${name}"`, before: wordFor(isRequired), at: { ...at, side: 'old' as const } };
  if (isRequired) tell({ kind: 'required-property-removed', ...change });
  else tell({ kind: 'property-removed', ...change, member: name });
}

function wordFor(isRequired: boolean): string {
  return isRequired ? 'required' : 'optional';
}

const ADDITIONAL = ['additionalProperties', 'unevaluatedProperties'] as const;

function isClosed(shape: Shape): boolean {
  return ADDITIONAL.some((keyword) => valuesOf(shape, keyword).some(({ value }) => value.kind === 'never'));
}

function compareAdditional(walk: Walk): void {
  const [was, is] = [isClosed(walk.old), isClosed(walk.new)];
  if (was !== is) {
    const kind = is ? 'additional-properties-forbidden' : 'additional-properties-allowed';
    walk.tell({ kind, what: 'additionalProperties', before: !was, after: !is });
  }
  if (was || is) return;
  const schemasOf = (shape: Shape) =>
    ADDITIONAL.flatMap((keyword) => valuesOf(shape, keyword).map(({ value }) => value))
      .filter(({ kind }) => kind === 'keywords')
      .map(({ origin }) => origin);
  const [old, own] = [schemasOf(walk.old), schemasOf(walk.new)];
  if (old.length + own.length === 0) return;
  walk.descend({ old: joined(old), new: joined(own) }, { kind: 'member' });
}
