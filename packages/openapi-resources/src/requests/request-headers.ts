import type { Operation, Parameter } from '@keyframe/openapi-model';
import type { Conventions } from '../conventions/conventions.ts';

/** Finds the header with the idempotency key of an operation. */
export function findIdempotencyKey(
  { parameters }: Pick<Operation, 'parameters'>,
  conventions: Conventions,
): Parameter | undefined {
  return parameters.find(
    ({ location, name }) => location === 'header' && conventions.matches('idempotencyKey', name),
  );
}

/** Finds the header with the version of a resource that a change must have (RFC 9110, section 13.1.1). */
export function findPrecondition({ parameters }: Pick<Operation, 'parameters'>): Parameter | undefined {
  return parameters.find(({ location, name }) => location === 'header' && name.toLowerCase() === 'if-match');
}
