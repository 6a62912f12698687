import type { FilledDefault } from '@keyframe/openapi-schema';
import { interpretDecisions } from '@keyframe/openapi-schema/validators';
import type { Generation } from '../../generation.ts';

/** Lists the defaults that their own schemas refuse; every schema of the document must be sound. */
export function invalidDefaults({ defaults, graph }: Generation): FilledDefault[] {
  const decisions = interpretDecisions(
    graph,
    defaults.map(({ schema }) => schema.origin),
  );
  return defaults.filter(({ value }, index) => !decisions[index]?.(value));
}
