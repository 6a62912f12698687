import { bracket, type Code, call, jsonCode, list, object } from '@keyframe/openapi-codegen';
import type { ConditionalPart, Discriminant, NotPart, Types, UnionPart } from '@keyframe/openapi-schema';
import { runtime } from '../../printer/runtime.ts';
import type { ZodPrinter } from './zod-printer.ts';

/** Compiles a union. */
export function compileUnion(
  compiler: ZodPrinter,
  { mode, branches, discriminant }: UnionPart,
  types: Types | undefined,
): Code {
  const codes = branches.map((branch) => compiler.nested(branch, types));
  const hints = discriminant ? [discriminantCode(discriminant)] : [];
  return call(runtime(mode), bracket('[', codes, ']'), ...hints);
}

function discriminantCode({ property, values, absent }: Discriminant): Code {
  return object([
    ['property', jsonCode(property)],
    ['values', list(values.map((ofBranch) => list(ofBranch.map(jsonCode))))],
    ['absent', absent === undefined ? undefined : String(absent)],
  ]);
}

/** Compiles `not`. */
export function compileNot(compiler: ZodPrinter, { schema }: NotPart, types: Types | undefined): Code {
  return call(runtime('not'), compiler.nested(schema, types));
}

/** Compiles `if`; nothing where neither branch follows. */
export function compileConditional(
  compiler: ZodPrinter,
  { condition, met, unmet }: ConditionalPart,
  types: Types | undefined,
): Code[] {
  const members: [string, Code | undefined][] = [
    ['if', compiler.nested(condition, types)],
    ['then', met && compiler.nested(met, types)],
    ['else', unmet && compiler.nested(unmet, types)],
  ];
  return met || unmet ? [call(runtime('conditional'), object(members))] : [];
}
