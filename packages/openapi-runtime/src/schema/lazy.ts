import * as z from 'zod';
import { type Acceptor, acceptor } from './accept.ts';
import { type Fill, filler } from './fill.ts';
import { findIssues } from './find-issues.ts';
import { memoizeRecursion, recursive } from './memoize-recursion.ts';
import { copyIssues, customIssue, FINDING, NO_ISSUES, type ParseContext } from './raw-issue.ts';
import { evaluate, schemaNode } from './schema-node.ts';

/**
 * A zod type of known output and input, which are the same unless defaults are filled in. An alias: an interface would
 * be compared with zod's member by member, for each schema of a document.
 */
export type Schema<TOutput, TInput = TOutput> = z.ZodType<TOutput, TInput>;

/** The type of an object before defaults are added: some members are optional, others have another type. */
export type Input<TOutput, TOptional extends keyof TOutput, TOthers = unknown> = Omit<
  TOutput,
  TOptional | keyof TOthers
> &
  Partial<Pick<TOutput, TOptional>> &
  TOthers;

const types = new WeakMap<z.core.$ZodType, () => z.ZodType>();

/** Makes a zod type that is made when it is first used, so that schemas may refer to each other in any order. */
// @__NO_SIDE_EFFECTS__
export function lazy<TOutput>(make: () => z.ZodType): Schema<TOutput> {
  return lazyNode(make, { completes: false });
}

/** Makes such a type whose values are completed, in copies: defaults are filled in, and ignored members are removed. */
// @__NO_SIDE_EFFECTS__
export function lazyWithDefaults<TOutput, TInput = TOutput>(make: () => z.ZodType): Schema<TOutput, TInput> {
  return lazyNode(make, { completes: true });
}

function lazyNode<TOutput, TInput>(
  make: () => z.ZodType,
  { completes }: { completes: boolean },
): Schema<TOutput, TInput> {
  let type: z.ZodType | undefined;
  const made = (): z.ZodType => {
    type ??= make();
    return type;
  };
  let acceptMade: Acceptor | undefined;
  const accepts = recursive((value: unknown) => {
    acceptMade ??= acceptor(made());
    return acceptMade(value);
  });
  // Asked when a value comes: types may lead back to themselves.
  let fillMade: Fill | undefined;
  const fill: Fill = memoizeRecursion(
    (value: unknown, filled: unknown) => {
      fillMade ??= filler(made());
      return fillMade ? fillMade(value, filled) : filled;
    },
    // Completing a value twice changes nothing.
    { isReusable: (completed, filled) => completed === filled },
  );
  const createFind = () =>
    memoizeRecursion((value: unknown, context: ParseContext) => findIssues(made(), value, context), {
      copy: copyIssues,
    });
  const find = createFind();
  const compare = createFind();
  const schema = schemaNode<TOutput, TInput>(
    (value, context) => {
      if (context.direction === 'backward') return evaluate(made(), value, context);
      try {
        if (accepts(value)) return { value: completes ? fill(value, value) : value, issues: NO_ISSUES };
        const issues = findIssues(made(), value, FINDING);
        return { value, issues: issues.length > 0 ? issues : [customIssue(value, 'Invalid input')] };
      } catch (error) {
        // The stack was not deep enough for the value, which only a schema that leads back to itself follows so far.
        if (!(error instanceof RangeError)) throw error;
        return { value, issues: [customIssue(value, 'Invalid input: nested too deeply')] };
      }
    },
    {
      find: (value, context) => (context.comparing ? compare : find)(value, context),
      accepts,
      fill: completes ? fill : undefined,
    },
  );
  types.set(schema, made);
  return schema;
}

/** The zod object of a generated schema, for `extend`, `pick`, `omit` and `shape`. */
export type ObjectOf<TOutput, TInput> = z.ZodObject<{
  [TName in keyof TOutput & keyof TInput]: z.ZodType<TOutput[TName], TInput[TName]>;
}>;

/**
 * Opens a generated schema of an object for composition. What is derived of it is parsed by zod, alike but
 * slower. Throws TypeError for a schema that is more than zod's own object.
 */
export function objectOf<TOutput, TInput>(schema: z.ZodType<TOutput, TInput>): ObjectOf<TOutput, TInput> {
  const type = types.get(schema)?.();
  if (!(type instanceof z.ZodObject)) throw new TypeError('The schema is not a zod object.');
  return type as unknown as ObjectOf<TOutput, TInput>;
}
