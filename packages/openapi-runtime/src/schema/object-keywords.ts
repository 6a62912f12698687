// Keywords about objects that zod has no equal for. Each lets a value of another type pass, and each looks at the
// members that an object itself holds: `toString` is absent until it is sent.
import type { z } from 'zod';
import { acceptor } from './accept.ts';
import { filler, fillMembers, inTurn } from './fill.ts';
import { isObject } from './json-type.ts';
import { mergeOutputs } from './merge-outputs.ts';
import { below, customIssue, MOST_FINDINGS, type RawIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

type MemberSchema = (name: string) => readonly z.ZodType[];

function eachMember(schemas: readonly z.ZodType[], schemasFor: MemberSchema): SchemaNode<unknown> {
  return schemaNode(
    (value, context) => {
      if (!isObject(value)) return { value, issues: [] };
      const issues: RawIssue[] = [];
      const entries = Object.keys(value).map((name): [string, unknown] => {
        let output = value[name];
        for (const schema of issues.length < MOST_FINDINGS ? schemasFor(name) : []) {
          const outcome = evaluate(schema, output, context);
          issues.push(...below(name, outcome.issues));
          output = outcome.value;
        }
        return [name, output];
      });
      return { value: Object.fromEntries(entries), issues };
    },
    {
      accepts: (value) =>
        !isObject(value) ||
        Object.keys(value).every((name) => schemasFor(name).every((schema) => acceptor(schema)(value[name]))),
      fill: schemas.some((schema) => filler(schema))
        ? (value, filled) =>
            fillMembers(value, filled, (name) => inTurn(schemasFor(name).map((schema) => filler(schema))))
        : undefined,
    },
  );
}

/** Applies schemas to the members of these names; for names that every object inherits, which zod's objects misread. */
export function members(...schemas: readonly (readonly [string, z.ZodType])[]): SchemaNode<unknown> {
  const byName = new Map(schemas);
  return eachMember([...byName.values()], (name) => {
    const schema = byName.get(name);
    return schema ? [schema] : [];
  });
}

/** Asks for members by name (`required`). */
export function required(...names: readonly string[]): SchemaNode<unknown> {
  return schemaNode(
    (value) => {
      if (!isObject(value)) return { value, issues: [] };
      const missing = names.filter((name) => !Object.hasOwn(value, name));
      return { value, issues: missing.map((name) => missingMember(name)) };
    },
    { accepts: (value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)) },
  );
}

function missingMember(name: string): RawIssue {
  return { code: 'invalid_type', expected: 'nonoptional', input: undefined, path: [name] };
}

/** Applies a schema to every member whose name matches its pattern (`patternProperties`). */
export function patternProperties(
  ...patterns: readonly (readonly [RegExp, z.ZodType])[]
): SchemaNode<unknown> {
  return eachMember(
    patterns.map(([, schema]) => schema),
    (name) => patterns.flatMap(([pattern, schema]) => (pattern.test(name) ? [schema] : [])),
  );
}

/** Applies a schema to every member that is neither named nor matched (`additionalProperties`). */
export function additionalProperties(
  schema: z.ZodType,
  except: { names?: readonly string[]; patterns?: readonly RegExp[] } = {},
): SchemaNode<unknown> {
  const names = new Set(except.names);
  const patterns = except.patterns ?? [];
  return eachMember([schema], (name) =>
    names.has(name) || patterns.some((pattern) => pattern.test(name)) ? [] : [schema],
  );
}

/** Accepts an object all of whose members a schema accepts: a map, whose names say nothing. */
export function record(schema: z.ZodType): SchemaNode<unknown> {
  const every = eachMember([schema], () => [schema]);
  const acceptsEvery = acceptor(every);
  return schemaNode(
    (value, context) => {
      if (isObject(value)) return evaluate(every, value, context);
      return { value, issues: [{ code: 'invalid_type', expected: 'object', input: value, path: [] }] };
    },
    { accepts: (value) => isObject(value) && acceptsEvery(value), fill: filler(every) },
  );
}

/** Applies a schema to the name of every member (`propertyNames`). */
export function propertyNames(schema: z.ZodType): SchemaNode<unknown> {
  const accepts = acceptor(schema);
  return schemaNode((value) => {
    if (!isObject(value)) return { value, issues: [] };
    const refused = Object.keys(value).filter((name) => !accepts(name));
    return { value, issues: refused.map((name) => customIssue(value, 'Invalid member name', [name])) };
  });
}

/** Bounds the number of members (`minProperties`, `maxProperties`). */
export function propertyCount(bounds: { min?: number; max?: number }): SchemaNode<unknown> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
  return schemaNode((value) => {
    const actual = isObject(value) ? Object.keys(value).length : undefined;
    if (actual === undefined || (actual >= min && actual <= max)) return { value, issues: [] };
    const bound = actual < min ? min : max;
    const wanted = `${actual < min ? 'at least' : 'at most'} ${bound} ${bound === 1 ? 'member' : 'members'}`;
    return {
      value,
      issues: [customIssue(value, `Invalid input: expected ${wanted}, got ${actual}`)],
    };
  });
}

/** Asks for members wherever another one is present (`dependentRequired`). */
export function dependentRequired(names: Readonly<Record<string, readonly string[]>>): SchemaNode<unknown> {
  return schemaNode((value) => {
    if (!isObject(value)) return { value, issues: [] };
    const needed = Object.keys(names).flatMap((name) =>
      Object.hasOwn(value, name) ? (names[name] ?? []) : [],
    );
    const missing = [...new Set(needed)].filter((name) => !Object.hasOwn(value, name));
    return { value, issues: missing.map((name) => missingMember(name)) };
  });
}

/** Applies a schema to an object wherever a member is present (`dependentSchemas`). */
export function dependentSchemas(...schemas: readonly (readonly [string, z.ZodType])[]): SchemaNode<unknown> {
  return schemaNode(
    (value, context) => {
      if (!isObject(value)) return { value, issues: [] };
      const applied = schemas.filter(([name]) => Object.hasOwn(value, name));
      const outcomes = applied.map(([, schema]) => evaluate(schema, value, context));
      const issues = outcomes.flatMap((outcome) => outcome.issues);
      if (issues.length > 0) return { value, issues };
      return { value: outcomes.map((outcome) => outcome.value).reduce(mergeOutputs, value), issues };
    },
    {
      fill: inTurn(
        schemas.map(([name, schema]) => {
          const fill = filler(schema);
          const applies = (value: unknown) => isObject(value) && Object.hasOwn(value, name);
          return fill && ((value, filled) => (applies(value) ? fill(value, filled) : filled));
        }),
      ),
    },
  );
}
