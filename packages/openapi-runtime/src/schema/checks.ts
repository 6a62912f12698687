// Checks for the keywords that zod's own checks decide otherwise than JSON Schema does.
import * as z from 'zod';
import { countCodePoints, hasLength } from './decisions.ts';
import type { ItemBounds } from './find-issues.ts';
import { isMultipleOf } from './multiple-of.ts';
import { below, MOST_FINDINGS, type RawIssue } from './raw-issue.ts';
import { evaluate } from './schema-node.ts';

interface Bounds {
  min?: number;
  max?: number;
}

/** Creates a check from a predicate and the finding if the predicate is false. */
export function createCheck<TValue>(
  accepts: (value: TValue) => boolean,
  issueOf: (value: TValue) => RawIssue,
): z.core.$ZodCheck<TValue> {
  const check = z.check<TValue>((payload) => {
    if (!accepts(payload.value)) payload.issues.push({ continue: true, ...issueOf(payload.value) });
  });
  return quickly(check, accepts);
}

/** Attaches `accepts` to a check: a fast test that is true if the check has no findings. */
export function quickly<TValue>(
  check: z.core.$ZodCheck<TValue>,
  accepts: (value: TValue) => boolean,
): z.core.$ZodCheck<TValue> {
  Object.assign(check._zod.def, { accepts });
  return check;
}

/** Bounds the length of a string in Unicode code points, where zod counts UTF-16 units. */
export function codePoints(min: number, max = Number.POSITIVE_INFINITY): z.core.$ZodCheck<string> {
  return createCheck<string>(
    (text) => hasLength(text, min, max),
    (text) => {
      const actual = countCodePoints(text);
      const details = { origin: 'string', inclusive: true, input: text, actual };
      return actual < min
        ? { code: 'too_small', minimum: min, ...details }
        : // A text that is too long is not matched against a pattern, which may take long.
          { code: 'too_big', maximum: max, continue: false, ...details };
    },
  );
}

/**
 * Bounds the number of items; the finding carries both bounds and the `actual` number. The items beyond `max`
 * are not looked at, and the others until there are many findings.
 */
export function itemCount({
  min = 0,
  max = Number.POSITIVE_INFINITY,
}: Bounds = {}): z.core.$ZodCheck<unknown[]> {
  const bounds = { minimum: min, ...(Number.isFinite(max) ? { maximum: max } : {}) };
  const check = z.check<unknown[]>((payload) => {
    const items = payload.value;
    if (items.length < min) {
      payload.issues.push({
        code: 'too_small',
        origin: 'array',
        inclusive: true,
        ...bounds,
        minimum: min,
        input: items,
        actual: items.length,
        continue: true,
      });
    } else if (items.length > max) {
      payload.issues.push({
        code: 'too_big',
        origin: 'array',
        inclusive: true,
        ...bounds,
        maximum: max,
        input: items,
        actual: items.length,
        continue: true,
      });
    }
  });
  // Also when an item is wrong: all problems at once.
  check._zod.def.when = (payload) => Array.isArray(payload.value);
  const itemBounds: ItemBounds = { min, max };
  Object.assign(check._zod.def, { itemBounds });
  // zod attaches a check before the type has its own parsing.
  check._zod.onattach.push((type) => {
    type._zod.deferred ??= [];
    type._zod.deferred.push(() => boundItems(type, max));
  });
  return check;
}

// zod checks every item: thousands of invalid ones would block the event loop for seconds.
function boundItems(type: z.core.$ZodType, max: number): void {
  if (!(type instanceof z.core.$ZodArray)) return;
  const { element } = type._zod.def;
  const { parse } = type._zod;
  type._zod.parse = (payload, context) => {
    const items = payload.value;
    if (!Array.isArray(items)) return parse(payload, context);
    const output: unknown[] = [];
    for (const [index, item] of items.slice(0, max).entries()) {
      const outcome = evaluate(element, item, context);
      payload.issues.push(...below(index, outcome.issues));
      if (payload.issues.length >= MOST_FINDINGS) return payload;
      output.push(outcome.value);
    }
    // The check of the number of items runs after this one, and needs all items.
    if (items.length <= max) payload.value = output;
    return payload;
  };
}

/** Requires an integer, including 4.0 and integers beyond 2^53, which zod's `int` rejects. */
export function integer(): z.core.$ZodCheck<number> {
  return createCheck<number>(Number.isInteger, (input) => ({
    code: 'invalid_type',
    expected: 'int',
    format: 'safeint',
    input,
  }));
}

/** Requires a multiple, computed in decimal: 0.3 is a multiple of 0.1. */
export function multipleOf(divisor: number): z.core.$ZodCheck<number> {
  return createCheck<number>(
    (value) => isMultipleOf(value, divisor),
    (input) => ({ code: 'not_multiple_of', origin: 'number', divisor, input }),
  );
}
