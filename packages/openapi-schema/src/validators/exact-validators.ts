import type { LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import { specializeSchemas } from '../discriminators/write-discriminators.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import type { Direction, SchemaNode } from '../nodes/schema-node.ts';
import type { AcceptorOptions } from './acceptors.ts';
import { DecisionInterpreter } from './interpret-decisions.ts';
import type { Acceptor } from './schema-interpreter.ts';

/** Decides about the schemas of a document at run time as the code that `generate` writes, without compiling code. */
export class ExactValidators {
  /** The document with every `$dynamicRef` and discriminator replaced: the schemas to compile are taken from its operations. */
  readonly model: OpenApiModel;
  readonly #graphs: Readonly<Record<Direction, SchemaGraph>>;
  readonly #interpreters: Readonly<Record<Direction, DecisionInterpreter>>;
  readonly #listOrigins: (pointer: string) => readonly string[];

  constructor(model: OpenApiModel, { formats }: Pick<AcceptorOptions, 'formats'> = {}) {
    const specialization = specializeSchemas(model);
    this.model = specialization.model;
    this.#listOrigins = specialization.listOrigins;
    const createGraph = (direction: Direction) => new SchemaGraph(this.model, { direction, formats });
    const graphs = { request: createGraph('request'), response: createGraph('response') };
    this.#graphs = graphs;
    this.#interpreters = {
      request: new DecisionInterpreter(graphs.request),
      response: new DecisionInterpreter(graphs.response),
    };
  }

  /** Reads a schema as the direction has it: without what a request may not set, or a response not contain. */
  node(located: LocatedSchema, direction: Direction): SchemaNode {
    return this.#graphs[direction].node(located);
  }

  /** Returns the functions that decide about schemas of a direction. Throws on an unsound schema. */
  compile(schemas: readonly SchemaNode[], direction: Direction): Acceptor[] {
    return this.#interpreters[direction].interpret(schemas);
  }

  /** Finds where the source document writes the schema at a pointer of `model`. */
  findOrigin(pointer: string): string {
    return this.#listOrigins(pointer)[0] ?? pointer;
  }
}
