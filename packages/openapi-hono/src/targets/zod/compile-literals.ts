import type { JsonValue } from '@keyframe/openapi-model';
import { type Code, jsonCode, list } from '@keyframe/openapi-tooling/generator';
import type { ZodPrinter } from './zod-printer.ts';

/** Compiles a choice of values. */
export function compileLiterals(compiler: ZodPrinter, values: readonly JsonValue[]): Code {
  if (values.length === 0) return 'z.never()';
  const codes = values.map(jsonCode);
  if (values.some((value) => typeof value === 'object' && value !== null))
    return compiler.runtime('equalTo', ...codes);
  if (values.length === 1) return ['z.literal(', ...codes, ')'];
  const kind = values.every((value) => typeof value === 'string') ? 'z.enum(' : 'z.literal(';
  return [kind, list(codes), ')'];
}
