import { quote } from '@keyframe/openapi-tooling/generator';
import type { Plan } from '../plan.ts';
import type { EmittedTypes } from './emit-types.ts';

/** Writes a type for each component schema, under its own name, and for its variants in requests and responses. */
export function emitSchemas({ schemas, names }: Plan, { variants }: EmittedTypes): Record<string, string> {
  const named = variants.map((component) => ({ component, name: names.take(component) }));
  const all = [...schemas, ...named];
  if (all.length === 0) return {};
  const lines = all.map(
    ({ component, name }) => `export type ${name} = components['schemas'][${quote(component)}];\n`,
  );
  return { 'schemas.ts': `import type { components } from './types.ts';\n\n${lines.join('')}` };
}
