// Judges defaults by the very decisions that are generated: they are built from the same code, and asked.
import { runInThisContext } from 'node:vm';
import type { LocatedSchema } from '@keyframe/openapi-model';
import * as runtime from '@keyframe/openapi-runtime/schema';
import type { Generation } from '../../generation.ts';
import type { FilledDefault, SchemaGraph } from '../../schema/schema-graph.ts';
import { DecisionCompiler } from '../validators/validator-compiler.ts';
import { DecisionModule } from '../validators/validator-module.ts';

type Runtime = typeof runtime;

/** Lists the defaults that their own schemas refuse; every schema of the document must be sound. */
export function invalidDefaults({ defaults, graph }: Generation): FilledDefault[] {
  const decisions = decisionsOf(
    graph,
    defaults.map(({ schema }) => schema.origin),
  );
  return defaults.filter(({ value }, index) => !decisions[index]?.(value));
}

/** Builds the functions that decide whether schemas accept a value; the schemas must be sound. */
export function decisionsOf(
  graph: SchemaGraph,
  schemas: readonly LocatedSchema[],
): ((value: unknown) => boolean)[] {
  const module = new DecisionModule({ taken: Object.keys(runtime), isTyped: false });
  const compiler = new DecisionCompiler(graph, module);
  const names = schemas.map((located) => compiler.decide(graph.node(located)));
  const build: (scope: Runtime) => ((value: unknown) => boolean)[] = runInThisContext(
    `({ ${Object.keys(runtime).join(', ')} }) => {\n${module.text()}\nreturn [${names.join(', ')}];\n}`,
  );
  return build(runtime);
}
