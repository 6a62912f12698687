import type { LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import { specializeSchemas } from '../discriminators/write-discriminators.ts';
import type { Direction } from '../nodes/read-write-views.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import type { Acceptor, AcceptorOptions } from './acceptors.ts';
import { compileDecisions } from './compile-decisions.ts';

/** Compiles the schemas of a document at run time, into the same decisions that `generate` writes. */
export class ExactValidators {
  /** The document with every `$dynamicRef` and discriminator replaced: the schemas to compile are taken from its operations. */
  readonly model: OpenApiModel;
  readonly #graphs: Readonly<Record<Direction, SchemaGraph>>;
  readonly #listOrigins: (pointer: string) => readonly string[];

  constructor(model: OpenApiModel, { formats }: Pick<AcceptorOptions, 'formats'> = {}) {
    const specialization = specializeSchemas(model);
    this.model = specialization.model;
    this.#listOrigins = specialization.listOrigins;
    const createGraph = (direction: Direction) => new SchemaGraph(this.model, { direction, formats });
    this.#graphs = { request: createGraph('request'), response: createGraph('response') };
  }

  /** Reads a schema as the direction has it: without what a request may not set, or a response not contain. */
  node(located: LocatedSchema, direction: Direction): SchemaNode {
    return this.#graphs[direction].node(located);
  }

  /** Compiles several schemas at once, which is much faster than one by one. Throws on an unsound schema. */
  compile(schemas: readonly LocatedSchema[], direction: Direction): Acceptor[] {
    return compileDecisions(this.#graphs[direction], schemas);
  }

  /** Finds where the source document writes the schema at a pointer of `model`. */
  findOrigin(pointer: string): string {
    return this.#listOrigins(pointer)[0] ?? pointer;
  }
}
