import { type Code, call, jsonCode, list } from '@keyframe/openapi-codegen';
import type { JsonValue } from '@keyframe/openapi-model';
import { NEVER, runtime, zod } from '../../printer/runtime.ts';

/** Compiles a choice of values. */
export function compileLiterals(values: readonly JsonValue[]): Code {
  if (values.length === 0) return NEVER;
  const codes = values.map(jsonCode);
  if (values.some((value) => typeof value === 'object' && value !== null))
    return call(runtime('equalTo'), ...codes);
  if (values.length === 1) return [zod('literal('), ...codes, ')'];
  const kind = values.every((value) => typeof value === 'string') ? zod('enum(') : zod('literal(');
  return [kind, list(codes), ')'];
}
