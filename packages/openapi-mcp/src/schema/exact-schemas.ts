import type { JsonValue, LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import type { Direction, SchemaNode } from '@keyframe/openapi-schema';
import { ValueExplainer } from '@keyframe/openapi-schema/explain';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import { type Acceptor, ExactValidators } from '@keyframe/openapi-schema/validators';

/** Decides by the schemas of a document, which are compiled when they are first needed. */
export class ExactSchemas {
  /** The document whose operations hold the schemas. */
  readonly model: OpenApiModel;
  readonly #validators: ExactValidators;
  readonly #acceptors = { request: new Map<string, Acceptor>(), response: new Map<string, Acceptor>() };

  constructor(model: OpenApiModel) {
    this.#validators = new ExactValidators(model);
    this.model = this.#validators.model;
  }

  /** Collects the schemas of the members of a request body by name, in every branch. */
  collectMembers(body: LocatedSchema): Map<string, SchemaNode[]> {
    return collectProperties(this.#validators.node(body, 'request'));
  }

  /** Reports whether a schema accepts a value; one that cannot be compiled accepts every value. */
  accepts({ schema, direction }: { schema: LocatedSchema; direction: Direction }, value: unknown): boolean {
    const acceptors = this.#acceptors[direction];
    const existing = acceptors.get(schema.pointer);
    if (existing) return existing(value);
    const acceptor = this.#compile(schema, direction);
    acceptors.set(schema.pointer, acceptor);
    return acceptor(value);
  }

  /** Describes the first rule that a value violates, with the path of its member; undefined for a value that is accepted. */
  explain(schema: LocatedSchema, direction: Direction, value: JsonValue): string | undefined {
    if (this.accepts({ schema, direction }, value)) return undefined;
    const explainer = new ValueExplainer(this, direction);
    const { path, message } = explainer.explain(this.#validators.node(schema, direction), value);
    return path.length === 0 ? message : `${path.join('.')}: ${message}`;
  }

  #compile(schema: LocatedSchema, direction: Direction): Acceptor {
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
