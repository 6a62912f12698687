import type { LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import { compareSizes } from './compare-scalars.ts';
import { listTypes } from './limits.ts';
import {
  createShape,
  declaredMembers,
  joinSchemas,
  listValues,
  type Shape,
  someAlternative,
} from './shape.ts';
import { UNDECLARED } from './undeclared.ts';
import type { Found, Walk } from './walk.ts';

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
  const names = new Set([
    ...before.declared.keys(),
    ...before.required,
    ...after.declared.keys(),
    ...after.required,
  ]);
  for (const name of names) {
    const old = before.declared.get(name);
    const next = after.declared.get(name);
    if (old && next) compareRequired(walk, name, { before, after });
    else compareUndeclared(walk, name, { before, after });
    if (old && next)
      walk.descend({ old: joinSchemas(old), new: joinSchemas(next) }, { kind: 'property', name });
  }
}

interface Versions {
  before: Members;
  after: Members;
}

function compareRequired(walk: Walk, name: string, { before, after }: Versions): void {
  const [wasListed, isListed] = [before.required.has(name), after.required.has(name)];
  const isMoved = wasListed && isListed;
  // Requests lack a required member that is readOnly, and responses one that is writeOnly.
  const was = wasListed && !(isMoved && isOneWay(walk.models.old, before.declared.get(name)));
  const is = isListed && !(isMoved && isOneWay(walk.models.new, after.declared.get(name)));
  if (was === is) return;
  const kind = is ? 'property-became-required' : 'property-became-optional';
  const members = [{ name, isPresent: false }];
  const schemas = after.declared.get(name);
  walk.report({
    kind,
    what: `"${name}"`,
    members,
    ...(schemas && { at: { ...joinSchemas(schemas), side: 'new' } }),
    before: describeRequired(was),
    after: describeRequired(is),
  });
}

function isOneWay(model: OpenApiModel, schemas: readonly LocatedSchema[] = []): boolean {
  const { conjuncts } = createShape(model, joinSchemas(schemas));
  return conjuncts.some(({ node: { annotations } }) => annotations.readOnly || annotations.writeOnly);
}

// A member that only one version declares, or that is required without being declared.
function compareUndeclared(walk: Walk, name: string, versions: Versions): void {
  const { before, after } = versions;
  const [old, next] = [before.declared.get(name), after.declared.get(name)];
  // A member that alternatives declare is compared with those.
  const [counterpart, isDeclared] = [old ? walk.new : walk.old, declares(name)];
  if ((!old || !next) && someAlternative(counterpart, isDeclared)) return;
  const [was, is] = [before.required.has(name), after.required.has(name)];
  if (next) reportOneSided(walk, name, { at: { ...joinSchemas(next), side: 'new' }, isRequired: is && !was });
  else if (old)
    reportOneSided(walk, name, { at: { ...joinSchemas(old), side: 'old' }, isRequired: was && !is });
  const isReported = next ? is : was;
  if (!isReported || (!old && !next)) compareRequired(walk, name, versions);
}

function declares(name: string): (shape: Shape) => boolean {
  return (shape) => declaredMembers(shape).has(name);
}

interface OneSided {
  at: NonNullable<Found['at']>;
  isRequired: boolean;
}

// Objects that have an optional member show that only one version has it; of a required one, those that lack it.
function reportOneSided(walk: Walk, name: string, { at, isRequired }: OneSided): void {
  const change = at.side === 'new' ? 'added' : 'removed';
  const text = describeRequired(isRequired);
  walk.report({
    kind: isRequired ? `required-property-${change}` : `property-${change}`,
    what: `"${name}"`,
    members: [{ name, isPresent: !isRequired }],
    at,
    ...(at.side === 'new' ? { after: text } : { before: text }),
  });
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
    [...listValues(shape, 'additionalProperties'), ...listValues(shape, 'unevaluatedProperties')]
      .filter(({ value }) => value.kind === 'keywords')
      .map(({ value }) => value.origin);
  const [old, next] = [listSchemas(walk.old), listSchemas(walk.new)];
  if (old.length + next.length === 0) return;
  walk.descend({ old: joinSchemas(old), new: joinSchemas(next) }, { kind: 'member' });
}
