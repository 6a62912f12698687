import type { LocatedSchema } from '@keyframe/openapi-model';
import * as runtime from '@keyframe/openapi-runtime/validation';
import { print } from '@keyframe/openapi-tooling/generator';
import type { SchemaGraph } from '../nodes/schema-graph.ts';
import { DecisionCompiler } from './validator-compiler.ts';
import { DecisionModule } from './validator-module.ts';

type Runtime = typeof runtime;

/** Builds the functions that decide whether schemas accept a value; the schemas must be sound. */
export function compileDecisions(
  graph: SchemaGraph,
  schemas: readonly LocatedSchema[],
): ((value: unknown) => boolean)[] {
  const module = new DecisionModule({ isTyped: false });
  const compiler = new DecisionCompiler(graph, module);
  const names = schemas.map((located) => compiler.decide(graph.node(located)));
  // Unlike `node:vm`, the constructor exists in pages and workers, too.
  const build = new Function(
    `{ ${Object.keys(runtime).join(', ')} }`,
    `${print(module.code())}\nreturn [${names.join(', ')}];`,
  ) as (scope: Runtime) => ((value: unknown) => boolean)[];
  return build(runtime);
}
