import { quote } from '@keyframe/openapi-model/generator';
import type { Plan } from '../plan.ts';

/** Writes a type for each component schema, under its own name. */
export function emitSchemas({ schemas }: Plan): Record<string, string> {
  if (schemas.length === 0) return {};
  const lines = schemas.map(
    ({ component, name }) => `export type ${name} = components['schemas'][${quote(component)}];\n`,
  );
  return { 'schemas.ts': `import type { components } from './types.ts';\n\n${lines.join('')}` };
}
