import { type LocatedSchema, type OpenApiModel, valueAt } from '@keyframe/openapi-model';
import { specializeSchemas } from '../discriminators/write-discriminators.ts';
import type { Direction } from '../nodes/directed-nodes.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import { DecisionInterpreter } from './interpret-decisions.ts';
import type { Acceptor } from './schema-interpreter.ts';

/** Options of acceptors. */
export interface AcceptorOptions {
  /** The direction that values go; without one schemas hold as they are written. */
  direction?: Direction | undefined;
  /** Whether a value must be of its `format` (the default), or the format is an annotation. */
  formats?: 'annotate' | 'assert' | undefined;
}

/** Interprets single schemas of a large document. Parts that several schemas have in common are read once. */
export function createLazyAcceptors(
  model: OpenApiModel,
  options: AcceptorOptions = {},
): (located: LocatedSchema) => Acceptor {
  const { model: specialized } = specializeSchemas(model);
  const graph = new SchemaGraph(specialized, options);
  const interpreter = new DecisionInterpreter(graph);
  return (located) => {
    const [acceptor] = interpreter.interpret([graph.node(findSpecialized(model, specialized, located))]);
    return acceptor ?? (() => true);
  };
}

// A schema of the caller that is not in the document is compiled as it is.
function findSpecialized(model: OpenApiModel, specialized: OpenApiModel, located: LocatedSchema) {
  const { schema, pointer } = located;
  if (model === specialized || valueAt(model.document, pointer) !== schema) return located;
  return specialized.resolver.resolve(pointer, '#') ?? located;
}
