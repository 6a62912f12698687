// Schemas of a document as nodes and as functions that decide, compiled when they are first needed.
import type { LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import type { Direction, SchemaNode } from '@keyframe/openapi-schema';
import { type Acceptor, ExactValidators } from '@keyframe/openapi-schema/validators';
import { generateValue, SchemaSpace } from '@keyframe/openapi-values';

/** A schema and the direction in which values go. */
export interface DirectedSchema {
  schema: LocatedSchema;
  direction: Direction;
}

/** Reads and applies the schemas of a document. */
export class Schemas {
  /** The document whose operations hold the schemas. */
  readonly model: OpenApiModel;
  readonly #validators: ExactValidators;
  readonly #spaces: Readonly<Record<Direction, SchemaSpace>>;
  readonly #acceptors = { request: new Map<string, Acceptor>(), response: new Map<string, Acceptor>() };

  readonly #isEmpty = { request: new Map<string, boolean>(), response: new Map<string, boolean>() };

  constructor(model: OpenApiModel) {
    this.#validators = new ExactValidators(model);
    const createSpace = (direction: Direction) => new SchemaSpace(this.#validators, direction);
    this.#spaces = { request: createSpace('request'), response: createSpace('response') };
    this.model = this.#validators.model;
  }

  /** Reads a schema as its direction has it. */
  node({ schema, direction }: DirectedSchema): SchemaNode {
    return this.#validators.node(schema, direction);
  }

  /** Returns the schemas of one direction for the generator of values. */
  getSpace(direction: Direction): SchemaSpace {
    return this.#spaces[direction];
  }

  /** Reports whether a schema accepts a value; a schema that cannot be compiled accepts every value. */
  accepts(directed: DirectedSchema, value: unknown): boolean {
    return this.getAcceptor(directed)(value);
  }

  /** Reports whether no value was found that a schema accepts; some documents have schemas that contradict themselves. */
  acceptsNothing({ schema, direction }: DirectedSchema): boolean {
    const existing = this.#isEmpty[direction].get(schema.pointer);
    if (existing !== undefined) return existing;
    const space = this.#spaces[direction];
    // Most schemas accept a small value, which is found much faster.
    const found = generateValue(space, schema, { members: 'required' }) ?? generateValue(space, schema);
    const isEmpty = found === undefined;
    this.#isEmpty[direction].set(schema.pointer, isEmpty);
    return isEmpty;
  }

  /** Returns the compiled form of a schema. */
  getAcceptor({ schema, direction }: DirectedSchema): Acceptor {
    const acceptors = this.#acceptors[direction];
    const existing = acceptors.get(schema.pointer);
    if (existing) return existing;
    const acceptor = this.#compile({ schema, direction });
    acceptors.set(schema.pointer, acceptor);
    return acceptor;
  }

  #compile({ schema, direction }: DirectedSchema): Acceptor {
    try {
      return this.#validators.compile([schema], direction)[0] ?? acceptAll;
    } catch {
      return acceptAll;
    }
  }
}

function acceptAll(): boolean {
  return true;
}
