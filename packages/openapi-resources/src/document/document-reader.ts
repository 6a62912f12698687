import type { LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import { type Direction, SchemaGraph, type SchemaNode } from '@keyframe/openapi-schema';
import { type ConventionOverrides, Conventions } from '../conventions/conventions.ts';
import { readVerbs } from '../paths/verbs.ts';

/** A schema and the direction in which values go. */
export interface DirectedSchema {
  schema: LocatedSchema;
  direction: Direction;
}

/** Reads the schemas of a document, and the meaning of its names. */
export interface DocumentReader {
  /** The document; the resource paths of its operations have no verbs. */
  readonly model: OpenApiModel;
  readonly conventions: Conventions;
  /** Reads a schema as its direction has it. */
  node: (directed: DirectedSchema) => SchemaNode;
}

/** Creates a reader of a document. */
export function createReader(model: OpenApiModel, overrides?: ConventionOverrides): DocumentReader {
  const conventions = new Conventions(overrides);
  const graphs = {
    request: new SchemaGraph(model, { direction: 'request' }),
    response: new SchemaGraph(model, { direction: 'response' }),
  };
  return {
    model: readVerbs(model, conventions),
    conventions,
    node: ({ schema, direction }) => graphs[direction].node(schema),
  };
}
