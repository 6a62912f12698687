import type { LocatedSchema } from '@keyframe/openapi-model';
import { compareSizes } from './compare-scalars.ts';
import { listTypes } from './limits.ts';
import { declaredMembers, joined, listValues, type Shape, someAlternative } from './shape.ts';
import { UNDECLARED } from './undeclared.ts';
import type { Walk } from './walk.ts';

/** Compares the members of objects. */
export function compareObjects(walk: Walk): void {
  if (!listTypes(walk.old).has('object') || !listTypes(walk.new).has('object')) return;
  compareSizes(walk, { keyword: 'Properties', name: 'properties' });
  compareDeclared(walk);
  compareAdditional(walk);
}

interface Members {
  declared: ReadonlyMap<string, LocatedSchema[]>;
  required: ReadonlySet<string>;
}

function listMembers(shape: Shape): Members {
  const required = new Set(listValues(shape, 'required').flatMap(({ value }) => value));
  return { declared: declaredMembers(shape), required };
}

function compareDeclared(walk: Walk): void {
  const before = listMembers(walk.old);
  const after = listMembers(walk.new);
  const closed = new ClosedMembers(walk);
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
    else compareUndeclared({ walk, closed }, name, { before, after });
    if (old && own) walk.descend({ old: joined(old), new: joined(own) }, { kind: 'property', name });
  }
  closed.report();
}

interface Target {
  walk: Walk;
  closed: ClosedMembers;
}

// The optional members that a closed object of the other version refuses: one finding for all of them.
class ClosedMembers {
  readonly #walk: Walk;
  readonly #added: string[] = [];
  readonly #removed: string[] = [];

  constructor(walk: Walk) {
    this.#walk = walk;
  }

  /** Collects a member that is new; false if its object was open. */
  add(name: string): boolean {
    if (!isClosed(this.#walk.old)) return false;
    this.#added.push(name);
    return true;
  }

  /** Collects a member that is gone; false if its object is open. */
  remove(name: string): boolean {
    if (!isClosed(this.#walk.new)) return false;
    this.#removed.push(name);
    return true;
  }

  report(): void {
    const { report } = this.#walk;
    const [added, removed] = [this.#added, this.#removed];
    if (added.length > 0) report({ kind: 'property-added', ...describeMembers(added), after: 'optional' });
    if (removed.length > 0)
      report({ kind: 'property-removed', ...describeMembers(removed), before: 'optional' });
  }
}

function describeMembers(names: readonly string[]) {
  return {
    what: names.map((name) => `"${name}"`).join(', '),
    members: names.map((name) => ({ name, isPresent: true })),
  };
}

interface Versions {
  before: Members;
  after: Members;
}

function compareRequired(walk: Walk, name: string, { before, after }: Versions): void {
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (was === is) return;
  const kind = is ? 'property-became-required' : 'property-became-optional';
  const members = [{ name, isPresent: false }];
  walk.report({
    kind,
    what: `"${name}"`,
    members,
    before: describeRequired(was),
    after: describeRequired(is),
  });
}

// A member that only one version declares, or that is required without being declared.
function compareUndeclared(target: Target, name: string, versions: Versions): void {
  const { before, after } = versions;
  const [old, own] = [before.declared.get(name), after.declared.get(name)];
  // A member that alternatives declare is compared with those.
  const [other, isDeclared] = [old ? target.walk.new : target.walk.old, declares(name)];
  if ((!old || !own) && someAlternative(other, isDeclared)) return;
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (own) reportAdded(target, name, { at: joined(own), isRequired: is && !was });
  else if (old) reportRemoved(target, name, { at: joined(old), isRequired: was && !is });
  const isReported = own ? is : was;
  if (!isReported || (!old && !own)) compareRequired(target.walk, name, versions);
}

function declares(name: string): (shape: Shape) => boolean {
  return (shape) => declaredMembers(shape).has(name);
}

interface OneSided {
  at: LocatedSchema;
  isRequired: boolean;
}

function reportAdded({ walk, closed }: Target, name: string, { at, isRequired }: OneSided): void {
  const change = {
    what: `"${name}"`,
    after: describeRequired(isRequired),
    at: { ...at, side: 'new' as const },
  };
  if (isRequired)
    walk.report({ kind: 'required-property-added', members: [{ name, isPresent: false }], ...change });
  else if (!closed.add(name))
    walk.report({ kind: 'property-added', members: [{ name, isPresent: true }], ...change });
}

function reportRemoved({ walk, closed }: Target, name: string, { at, isRequired }: OneSided): void {
  const change = {
    what: `"${name}"`,
    before: describeRequired(isRequired),
    at: { ...at, side: 'old' as const },
  };
  if (isRequired)
    walk.report({ kind: 'required-property-removed', members: [{ name, isPresent: false }], ...change });
  else if (!closed.remove(name))
    walk.report({ kind: 'property-removed', members: [{ name, isPresent: true }], ...change });
}

function describeRequired(isRequired: boolean): string {
  return isRequired ? 'required' : 'optional';
}

const ADDITIONAL = ['additionalProperties', 'unevaluatedProperties'] as const;

function isClosed(shape: Shape): boolean {
  return ADDITIONAL.some((keyword) => listValues(shape, keyword).some(({ value }) => value.kind === 'never'));
}

function compareAdditional(walk: Walk): void {
  const [was, is] = [isClosed(walk.old), isClosed(walk.new)];
  if (was !== is) {
    const kind = is ? 'additional-properties-forbidden' : 'additional-properties-allowed';
    const members = [{ name: UNDECLARED, isPresent: true }];
    walk.report({ kind, what: 'additionalProperties', members, before: !was, after: !is });
  }
  if (was || is) return;
  const listSchemas = (shape: Shape) =>
    ADDITIONAL.flatMap((keyword) => listValues(shape, keyword).map(({ value }) => value))
      .filter(({ kind }) => kind === 'keywords')
      .map(({ origin }) => origin);
  const [old, own] = [listSchemas(walk.old), listSchemas(walk.new)];
  if (old.length + own.length === 0) return;
  walk.descend({ old: joined(old), new: joined(own) }, { kind: 'member' });
}
