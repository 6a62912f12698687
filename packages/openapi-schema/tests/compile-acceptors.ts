import { stripTypeScriptTypes } from 'node:module';
import { print } from '@keyframe/openapi-codegen';
import type { LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import * as runtime from '@keyframe/openapi-runtime/client';
import { specializeSchemas } from '../src/discriminators/write-discriminators.ts';
import { SchemaGraph } from '../src/nodes/schema-graph.ts';
import type { AcceptorOptions } from '../src/validators/acceptors.ts';
import { type Acceptor, DecisionCompiler, DecisionModule } from '../src/validators/index.ts';

/** Evaluates the generated code that decides about schemas of a document; a schema that the document lacks is taken as it is. */
export function compileAcceptors(
  model: OpenApiModel,
  schemas: readonly LocatedSchema[],
  options: AcceptorOptions = {},
): Acceptor[] {
  const graph = new SchemaGraph(specializeSchemas(model).model, options);
  const module = new DecisionModule();
  const compiler = new DecisionCompiler(graph, module);
  const names = schemas.map((located) => compiler.decide(graph.node(located)));
  const code = stripTypeScriptTypes(print(module.code())).replaceAll(/^export /gm, '');
  const build = new Function(
    `{ ${Object.keys(runtime).join(', ')} }`,
    `${code}\nreturn [${names.join(', ')}];`,
  ) as (scope: typeof runtime) => Acceptor[];
  return build(runtime);
}
