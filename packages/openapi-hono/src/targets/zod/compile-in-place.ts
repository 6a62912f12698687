import { bracket, type Code, jsonCode, list, object } from '@keyframe/openapi-model/generator';
import { discriminatorOf, findDiscriminant } from '../../schema/discriminant.ts';
import { heldSchema, type Place, subschemas, type Types } from '../../schema/keyword-readers.ts';
import type { ZodPrinter } from './zod-printer.ts';

/** Compiles the keywords that apply other schemas to the value itself, into parts that all apply. */
export function compileInPlace(compiler: ZodPrinter, place: Place, types: Types | undefined): Code[] {
  return [
    ...subschemas(place, 'allOf').map((part) => compiler.nested(part, types)),
    ...unions(compiler, place, types),
    ...conditions(compiler, place, types),
    ...unevaluated(compiler, place),
  ];
}

function unions(compiler: ZodPrinter, place: Place, types: Types | undefined): Code[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const branches = subschemas(place, keyword);
    if (branches.length === 0) return [];
    const discriminant = findDiscriminant(compiler.graph, branches, discriminatorOf(place));
    const codes = branches.map((branch) => compiler.nested(branch, types));
    const told =
      discriminant &&
      object([
        ['property', jsonCode(discriminant.property)],
        ['values', list(discriminant.values.map((values) => list(values.map(jsonCode))))],
        ['absent', discriminant.absent === undefined ? undefined : String(discriminant.absent)],
      ]);
    return [compiler.runtime(keyword, bracket('[', codes, ']'), ...(told ? [told] : []))];
  });
}

function conditions(compiler: ZodPrinter, place: Place, types: Types | undefined): Code[] {
  const parts: Code[] = [];
  const excluded = heldSchema(place, 'not');
  if (excluded) parts.push(compiler.runtime('not', compiler.decision(excluded, types)));
  const condition = compiler.compileMember(place, 'if', types);
  const members = (['then', 'else'] as const).map(
    (keyword) => [keyword, compiler.compileMember(place, keyword, types)] as const,
  );
  if (condition !== undefined && members.some(([, code]) => code !== undefined)) {
    parts.push(compiler.runtime('conditional', object([['if', condition], ...members])));
  }
  return parts;
}

function unevaluated(compiler: ZodPrinter, place: Place): Code[] {
  const keywords = [
    ['unevaluatedProperties', 'properties'],
    ['unevaluatedItems', 'items'],
  ] as const;
  return keywords.flatMap(([keyword, kind]) => {
    const rest = compiler.unevaluated(place, kind);
    const schema = compiler.compileMember(place, keyword);
    if (rest === undefined || schema === undefined || schema === 'z.unknown()') return [];
    return [compiler.runtime(keyword, schema, rest)];
  });
}
