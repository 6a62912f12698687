import { isSchema, type LocatedSchema, type OpenApiModel, valueAt } from '@keyframe/openapi-model';
import { specialize } from '../dynamic/specialize.ts';
import type { Direction } from '../nodes/read-write-views.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import { compileDecisions } from './compile-decisions.ts';

export interface AcceptorOptions {
  /** The direction that values go; without one schemas hold as they are written. */
  direction?: Direction | undefined;
  /** Whether a value must be of its `format` (the default), or the format is an annotation. */
  formats?: 'annotate' | 'assert' | undefined;
}

/** Reports whether a schema accepts a value. */
export type Acceptor = (value: unknown) => boolean;

/** Compiles schemas of a document in memory, into functions that answer yes or no; the schemas must be sound. */
export function compileAcceptors(
  model: OpenApiModel,
  schemas: readonly LocatedSchema[],
  options: AcceptorOptions = {},
): Acceptor[] {
  const { model: specialized } = specialize(model);
  const located = schemas.map(({ schema, pointer }) => {
    // A schema of the caller that is not in the document is compiled as it is.
    if (valueAt(model.document, pointer) !== schema) return { schema, pointer };
    const written = valueAt(specialized.document, pointer);
    return { schema: isSchema(written) ? written : schema, pointer };
  });
  return compileDecisions(new SchemaGraph(specialized, options), located);
}
