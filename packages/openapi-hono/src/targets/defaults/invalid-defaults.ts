import type { FilledDefault } from '@keyframe/openapi-schema';
import { compileDecisions } from '@keyframe/openapi-schema/validators';
import type { Generation } from '../../generation.ts';

/** Lists the defaults that their own schemas refuse; every schema of the document must be sound. */
export function invalidDefaults({ defaults, graph }: Generation): FilledDefault[] {
  const decisions = compileDecisions(
    graph,
    defaults.map(({ schema }) => schema.origin),
  );
  return defaults.filter(({ value }, index) => !decisions[index]?.(value));
}
