/** Values for samples that the schemas of the document accept: its examples first, then generated ones. */
import {
  appendPointer,
  findValueSchema,
  isJsonObject,
  isSchema,
  type JsonValue,
  type LocatedSchema,
  listExamples,
  type MediaType,
  type OpenApiModel,
  type Parameter,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { listSchemaExamples } from '@keyframe/openapi-schema/facts';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { generateValue, SchemaSpace } from '@keyframe/openapi-schema/values';

type Direction = 'request' | 'response';

interface FindOptions {
  readonly direction?: Direction;
  readonly members?: 'all' | 'required';
}

const RESPONSE: FindOptions = { direction: 'response', members: 'all' };

/** Finds values for the messages of one document. */
export class Samples {
  readonly model: OpenApiModel;
  readonly #source: OpenApiModel;
  readonly #spaces: Readonly<Record<Direction, SchemaSpace>>;

  constructor(model: OpenApiModel) {
    const validators = new ExactValidators(model);
    this.#source = model;
    this.model = validators.model;
    this.#spaces = {
      request: new SchemaSpace(validators, 'request'),
      response: new SchemaSpace(validators, 'response'),
    };
  }

  /** Finds a value of a parameter. */
  findParameter(parameter: Parameter): JsonValue {
    const { content, pointer } = parameter;
    return this.#find(content[0]?.pointer ?? pointer, findValueSchema(parameter)) ?? 'text';
  }

  /** Finds a body; undefined if none was found. */
  findBody({ pointer, schema }: MediaType): JsonValue | undefined {
    return this.#find(pointer, schema);
  }

  /** Finds a body with all its members; undefined if none was found. */
  findWholeBody({ pointer, schema }: MediaType): JsonValue | undefined {
    return this.#find(pointer, schema, { members: 'all' });
  }

  /** Lists a value for each JSON body of a response. */
  listResponses(content: readonly MediaType[]): JsonValue[] {
    return content
      .filter(({ name, stream }) => isJson(name) && stream === undefined)
      .map(({ pointer, schema }) => this.#find(pointer, schema, RESPONSE))
      .filter((value) => value !== undefined);
  }

  /** Finds a value of a schema, with all its members. */
  findResponse({ pointer, schema }: LocatedSchema): JsonValue | undefined {
    return this.#find(pointer, { pointer, schema }, RESPONSE);
  }

  #find(
    pointer: string,
    schema: LocatedSchema | undefined,
    { direction = 'request', members = 'required' }: FindOptions = {},
  ): JsonValue | undefined {
    const documentExamples = listExamples(this.#source, pointer).map(({ value }) => value);
    if (schema === undefined) return documentExamples[0];
    try {
      const located = this.model.resolver.resolve(schema.pointer, '#') ?? schema;
      const space = this.#spaces[direction];
      const accepts = space.getAcceptor(located);
      const examples = [...documentExamples, ...listSchemaExamples(space.node(located))];
      const value = examples.find(accepts) ?? generateValue(space, located, { members });
      const list = Array.isArray(value) && value.length === 0 ? this.#createList(located) : undefined;
      return list !== undefined && accepts(list) ? list : value;
    } catch {
      // A schema that cannot be compiled.
      return documentExamples[0];
    }
  }

  /** Creates a list of one item: an empty one shows nothing. */
  #createList({ schema, pointer }: LocatedSchema): JsonValue[] | undefined {
    if (!isJsonObject(schema)) return undefined;
    if (typeof schema.$ref === 'string') {
      const target = this.model.resolver.resolve(schema.$ref, '#');
      return target === undefined ? undefined : this.#createList(target);
    }
    if (!isSchema(schema.items)) return undefined;
    const items = { schema: schema.items, pointer: appendPointer(pointer, 'items') };
    const item = this.#find(items.pointer, items);
    return item === undefined ? undefined : [item];
  }
}
