// Changes of resources by requests.
import type { DerivedKind } from '@keyframe/openapi-resources';
import type { Call, Outcome } from '../engine.ts';
import { findJsonPatch, listPatchedNames } from './json-patch.ts';
import type { Representations } from './representations.ts';
import type { Resource } from './world.ts';

/** Stores the body of a request in a resource; returns the refusal of a patch that cannot be applied. */
export function storeBody(
  { body, ...call }: Call,
  resource: Resource,
  { representations, mode }: { representations: Representations; mode: 'merge' | 'replace' },
): Outcome | undefined {
  const operations = findJsonPatch({ body, ...call });
  const { value, problem } = operations
    ? representations.patch(resource.value, operations)
    : { value: representations.change(resource.value, body, mode) };
  if (!value) return { status: 422, problem: { message: problem } };
  resource.value = value;
  for (const name of operations ? listPatchedNames(operations) : Object.keys(Object(body))) {
    if (Object.hasOwn(value, name)) resource.owned[name] = value[name];
  }
  return undefined;
}

/** Sets a state that an action names and that no course of states has. */
export function setState(
  resource: Resource,
  state: string,
  { kind, representations }: { kind: DerivedKind; representations: Representations },
): void {
  const { property = '' } = kind.stateProperty ?? {};
  resource.value = representations.change(resource.value, { [property]: state }, 'merge');
  resource.owned[property] = state;
}
