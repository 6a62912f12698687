// What Node 20, the lowest that the package is for, lacks.
import type { Operation } from '@keyframe/openapi-model';

/** A promise and the functions that settle it. */
export interface Deferred<TValue> {
  promise: Promise<TValue>;
  resolve: (value: TValue | PromiseLike<TValue>) => void;
  reject: (reason: unknown) => void;
}

/** Makes a promise that others settle, as `Promise.withResolvers` does. */
export function deferred<TValue>(): Deferred<TValue> {
  let resolve: Deferred<TValue>['resolve'] = () => undefined;
  let reject: Deferred<TValue>['reject'] = () => undefined;
  const promise = new Promise<TValue>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Groups operations by their path, in the order of the document. */
export function operationsByPath(operations: readonly Operation[]): Map<string, Operation[]> {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
  }
  return byPath;
}
