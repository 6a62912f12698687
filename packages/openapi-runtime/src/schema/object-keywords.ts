// Keywords about objects that zod has no equal for. Each lets a value of another type pass, and each looks at the
// members that an object itself holds: `toString` is absent until it is sent.
import type { z } from 'zod';
import { acceptor } from './accept.ts';
import { ownMember } from './decisions.ts';
import { type Fill, filler, fillMembers, INHERITED, inTurn, objectFill } from './fill.ts';
import { isObject } from './json-type.ts';
import { mergeOutputs } from './merge-outputs.ts';
import { below, customIssue, MOST_FINDINGS, missingMember, type RawIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

type MemberSchema = (name: string) => readonly z.ZodType[];

function eachMember(findSchemas: MemberSchema, fill: Fill | undefined): SchemaNode<unknown> {
  return schemaNode(
    (value, context) => {
      if (!isObject(value)) return { value, issues: [] };
      const issues: RawIssue[] = [];
      const entries = Object.keys(value).map((name): [string, unknown] => {
        let output = value[name];
        for (const schema of issues.length < MOST_FINDINGS ? findSchemas(name) : []) {
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
        Object.keys(value).every((name) =>
          findSchemas(name).every((schema) => acceptor(schema)(value[name])),
        ),
      fill,
    },
  );
}

function fillEach(schemas: readonly z.ZodType[], findSchemas: MemberSchema): Fill | undefined {
  if (!schemas.some((schema) => filler(schema))) return undefined;
  return (value, filled) =>
    fillMembers(value, filled, (name) => inTurn(findSchemas(name).map((schema) => filler(schema))));
}

/** Applies schemas to the members of these names; for names that every object inherits, which zod's objects misread. */
export function members(...schemas: readonly (readonly [string, z.ZodType])[]): SchemaNode<unknown> {
  const byName = new Map(schemas);
  const findSchemas = (name: string) => {
    const schema = byName.get(name);
    return schema ? [schema] : [];
  };
  return eachMember(findSchemas, objectFill(Object.fromEntries(schemas), INHERITED));
}

/** Requires members by name (`required`). */
export function required(...names: readonly string[]): SchemaNode<unknown> {
  return schemaNode(
    (value) => {
      if (!isObject(value)) return { value, issues: [] };
      const missing = names.filter((name) => !isPresent(value, name));
      return { value, issues: missing.map(missingMember) };
    },
    { accepts: (value) => !isObject(value) || names.every((name) => isPresent(value, name)) },
  );
}

// An undefined property does not count as a member.
function isPresent(object: Record<string, unknown>, name: string): boolean {
  return ownMember(object, name) !== undefined;
}

/** Applies a schema to every member whose name matches its pattern (`patternProperties`). */
export function patternProperties(
  ...patterns: readonly (readonly [RegExp, z.ZodType])[]
): SchemaNode<unknown> {
  const findSchemas: MemberSchema = (name) =>
    patterns.flatMap(([pattern, schema]) => (pattern.test(name) ? [schema] : []));
  const schemas = patterns.map(([, schema]) => schema);
  return eachMember(findSchemas, fillEach(schemas, findSchemas));
}

/** Applies a schema to every member that is neither named nor matched (`additionalProperties`). */
export function additionalProperties(
  schema: z.ZodType,
  except: { names?: readonly string[]; patterns?: readonly RegExp[] } = {},
): SchemaNode<unknown> {
  const names = new Set(except.names);
  const patterns = except.patterns ?? [];
  const findSchemas: MemberSchema = (name) =>
    names.has(name) || patterns.some((pattern) => pattern.test(name)) ? [] : [schema];
  return eachMember(findSchemas, fillEach([schema], findSchemas));
}

/** Accepts an object if a schema accepts all of its members: a map with arbitrary names. */
export function record(schema: z.ZodType): SchemaNode<unknown> {
  const findSchemas: MemberSchema = () => [schema];
  const every = eachMember(findSchemas, fillEach([schema], findSchemas));
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
    const refused = Object.keys(value)
      .filter((name) => !accepts(name))
      .slice(0, MOST_FINDINGS);
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
    const expected = `${actual < min ? 'at least' : 'at most'} ${bound} ${bound === 1 ? 'member' : 'members'}`;
    return {
      value,
      issues: [customIssue(value, `Invalid input: expected ${expected}, got ${actual}`)],
    };
  });
}

/** Requires members if another one is present (`dependentRequired`). */
export function dependentRequired(names: Readonly<Record<string, readonly string[]>>): SchemaNode<unknown> {
  return schemaNode((value) => {
    if (!isObject(value)) return { value, issues: [] };
    const needed = Object.keys(names).flatMap((name) => (isPresent(value, name) ? (names[name] ?? []) : []));
    const missing = [...new Set(needed)].filter((name) => !isPresent(value, name));
    return { value, issues: missing.map((name) => missingMember(name)) };
  });
}

/** Applies a schema to an object wherever a member is present (`dependentSchemas`). */
export function dependentSchemas(...schemas: readonly (readonly [string, z.ZodType])[]): SchemaNode<unknown> {
  return schemaNode(
    (value, context) => {
      if (!isObject(value)) return { value, issues: [] };
      const applied = schemas.filter(([name]) => isPresent(value, name));
      const outcomes = applied.map(([, schema]) => evaluate(schema, value, context));
      const issues = outcomes.flatMap((outcome) => outcome.issues);
      if (issues.length > 0) return { value, issues };
      return { value: outcomes.map((outcome) => outcome.value).reduce(mergeOutputs, value), issues };
    },
    {
      fill: inTurn(
        schemas.map(([name, schema]) => {
          const fill = filler(schema);
          const applies = (value: unknown) => isObject(value) && isPresent(value, name);
          return fill && ((value, filled) => (applies(value) ? fill(value, filled) : filled));
        }),
      ),
    },
  );
}
