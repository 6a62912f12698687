// Schemas of a document as nodes and as functions that decide, compiled when they are first needed.
import type { JsonValue, OpenApiModel } from '@keyframe/openapi-model';
import {
  Conventions,
  type DirectedSchema,
  type DocumentReader,
  readVerbs,
} from '@keyframe/openapi-resources';
import type { Direction, SchemaNode } from '@keyframe/openapi-schema';
import { type Acceptor, ExactValidators } from '@keyframe/openapi-schema/validators';
import { generateValue, SchemaSpace } from '@keyframe/openapi-schema/values';

/** Reads and applies the schemas of a document. */
export class Schemas implements DocumentReader {
  /** The document whose operations hold the schemas. */
  readonly model: OpenApiModel;
  readonly conventions: Conventions;
  readonly #validators: ExactValidators;
  readonly #spaces: Readonly<Record<Direction, SchemaSpace>>;
  /** A value that each schema accepts; undefined if none was found. */
  readonly #values = {
    request: new Map<string, JsonValue | undefined>(),
    response: new Map<string, JsonValue | undefined>(),
  };

  constructor(model: OpenApiModel, conventions = new Conventions()) {
    this.conventions = conventions;
    this.#validators = new ExactValidators(model);
    const createSpace = (direction: Direction) => new SchemaSpace(this.#validators, direction);
    this.#spaces = { request: createSpace('request'), response: createSpace('response') };
    this.model = readVerbs(this.#validators.model, conventions);
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
  acceptsNothing(directed: DirectedSchema): boolean {
    return this.#findValue(directed) === undefined;
  }

  /** Reports whether a value was found that each of several schemas accepts. */
  haveCommonValue(nodes: readonly SchemaNode[], direction: Direction): boolean {
    const all = nodes.map(({ origin }) => ({ schema: origin, direction }));
    const values = all.map((directed) => this.#findValue(directed));
    return (
      all.length === 0 ||
      values.some((value) => value !== undefined && all.every((directed) => this.accepts(directed, value)))
    );
  }

  #findValue({ schema, direction }: DirectedSchema): JsonValue | undefined {
    const values = this.#values[direction];
    if (values.has(schema.pointer)) return values.get(schema.pointer);
    const space = this.#spaces[direction];
    // Most schemas accept a small value, which is found much faster.
    const value = generateValue(space, schema, { members: 'required' }) ?? generateValue(space, schema);
    values.set(schema.pointer, value);
    return value;
  }

  /** Returns the compiled form of a schema. */
  getAcceptor({ schema, direction }: DirectedSchema): Acceptor {
    return this.#spaces[direction].getAcceptor(schema);
  }
}
