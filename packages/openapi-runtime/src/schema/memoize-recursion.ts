/** Nested calls after which results are kept: usual values need fewer, and pay only for counting. */
const CALLS_BEFORE_KEEPING = 1_000;

interface Options<TArgument, TResult> {
  /** Copies a result that the caller changes. */
  copy?: (result: TResult) => TResult;
  /** Reports whether a kept result is that of another argument as well. */
  isReusable?: (result: TResult, argument: TArgument) => boolean;
}

/**
 * Wraps a function that calls itself with the members and items of its value. Schemas that lead back to themselves
 * through several branches visit each part of a value by several routes, and their number doubles with each level.
 * Results are kept until the first call returns, by the identity of the objects, so that each is computed once.
 */
// @__NO_SIDE_EFFECTS__
export function memoizeRecursion<TValue, TArgument, TResult>(
  compute: (value: TValue, argument: TArgument) => TResult,
  { copy = (result) => result, isReusable = () => true }: Options<TArgument, TResult> = {},
): (value: TValue, argument: TArgument) => TResult {
  let isActive = false;
  let calls = 0;
  let results: Map<TValue, TResult> | undefined;
  const computeNested = (value: TValue, argument: TArgument): TResult => {
    calls += 1;
    if (calls === CALLS_BEFORE_KEEPING) results = new Map();
    const kept = results?.get(value);
    if (kept !== undefined && isReusable(kept, argument)) return copy(kept);
    const result = compute(value, argument);
    if (typeof value === 'object' && value !== null) results?.set(value, copy(result));
    return result;
  };
  return (value, argument) => {
    if (isActive) return computeNested(value, argument);
    isActive = true;
    try {
      return compute(value, argument);
    } finally {
      isActive = false;
      if (calls > 0) {
        calls = 0;
        results = undefined;
      }
    }
  };
}

/** Wraps a decision that calls itself with the members and items of its value. */
// @__NO_SIDE_EFFECTS__
export function recursive<TValue>(decide: (value: TValue) => boolean): (value: TValue) => boolean {
  const memoized = memoizeRecursion<TValue, undefined, boolean>(decide);
  return (value) => memoized(value, undefined);
}
