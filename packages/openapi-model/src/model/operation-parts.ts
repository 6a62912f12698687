// Questions about the parts of operations that their members alone do not answer.
import type { Parameter } from './model.ts';
import type { LocatedSchema } from './schema.ts';

/** Returns the schema of the value of a parameter or header, which one with `content` states for its media type. */
export function findValueSchema({
  schema,
  content,
}: Pick<Parameter, 'content' | 'schema'>): LocatedSchema | undefined {
  return schema ?? content[0]?.schema;
}
