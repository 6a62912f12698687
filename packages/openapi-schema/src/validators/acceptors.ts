import type { LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import { specializeSchemas } from '../discriminators/write-discriminators.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import type { Direction } from '../nodes/schema-node.ts';
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
  const graph = new SchemaGraph(specializeSchemas(model).model, options);
  const interpreter = new DecisionInterpreter(graph);
  return (located) => {
    const [acceptor] = interpreter.interpret([graph.node(located)]);
    return acceptor ?? (() => true);
  };
}
