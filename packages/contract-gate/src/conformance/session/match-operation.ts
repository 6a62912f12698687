import type { Operation } from '@keyframe/openapi-model';
import { encodeUnwritable } from '../wire/encode-text.ts';
import type { WireRequest } from '../wire/wire.ts';

/** Finds the operation that a request was sent to: that with the most literal segments. */
export function matchOperation(
  operations: readonly Operation[],
  { method, target }: WireRequest,
  findBasePath: (operation: Operation) => string,
): Operation | undefined {
  const tokens = (target.split('?')[0] ?? '').split('/');
  const matching = operations.filter((operation) => {
    const template = encodeUnwritable(`${findBasePath(operation)}${operation.path}`).split('/');
    const isMatch = (token: string, index: number) => token.includes('{') || token === tokens[index];
    return template.length === tokens.length && template.every(isMatch);
  });
  const countParameters = ({ path }: Operation) => path.split('{').length;
  const sorted = matching.toSorted((left, right) => countParameters(left) - countParameters(right));
  return sorted.find((one) => one.method.toUpperCase() === method) ?? sorted[0];
}
