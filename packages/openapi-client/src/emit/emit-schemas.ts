import { type Code, declare, quote } from '@keyframe/openapi-codegen';
import { COMPONENTS } from '../describe/runtime-names.ts';
import type { Plan } from '../plan.ts';
import type { EmittedTypes } from './emit-types.ts';

/** Writes a type for each component schema, under its own name, and for its variants in requests and responses. */
export function emitSchemas({ schemas, names }: Plan, { variants }: EmittedTypes): Record<string, Code> {
  const named = variants.map((component) => ({ component, name: names.take(component) }));
  const all = [...schemas, ...named];
  if (all.length === 0) return {};
  const lines = all.map(({ component, name }): Code => {
    const type = [COMPONENTS, `['schemas'][${quote(component)}]`];
    return ['export type ', declare(name), ' = ', type, ';\n'];
  });
  return { 'schemas.ts': lines };
}
