import { type LocatedSchema, type OpenApiModel, valueAt } from '@keyframe/openapi-model';
import { specializeSchemas } from '../discriminators/write-discriminators.ts';
import type { Direction } from '../nodes/read-write-views.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import { compileDecisions } from './compile-decisions.ts';
import { LazyDecisions } from './lazy-decisions.ts';

/** Options of acceptors. */
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
  const { model: specialized } = specializeSchemas(model);
  const located = schemas.map((one) => findSpecialized(model, specialized, one));
  return compileDecisions(new SchemaGraph(specialized, options), located);
}

/**
 * Compiles single schemas of a large document: each function, and each that it calls, when it is called first. Parts
 * that several schemas have in common are compiled once.
 */
export function createLazyAcceptors(
  model: OpenApiModel,
  options: AcceptorOptions = {},
): (located: LocatedSchema) => Acceptor {
  const { model: specialized } = specializeSchemas(model);
  const decisions = new LazyDecisions(new SchemaGraph(specialized, options));
  return (located) => decisions.acceptor(findSpecialized(model, specialized, located));
}

// A schema of the caller that is not in the document is compiled as it is.
function findSpecialized(model: OpenApiModel, specialized: OpenApiModel, located: LocatedSchema) {
  const { schema, pointer } = located;
  if (model === specialized || valueAt(model.document, pointer) !== schema) return located;
  return specialized.resolver.resolve(pointer, '#') ?? located;
}
