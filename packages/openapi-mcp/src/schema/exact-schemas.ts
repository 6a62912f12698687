import type { JsonValue, LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import type { Direction, SchemaNode } from '@keyframe/openapi-schema';
import { ValueExplainer } from '@keyframe/openapi-schema/explain';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';

/** Decides by the schemas of a document, which are compiled when they are first needed. */
export class ExactSchemas {
  /** The document whose operations hold the schemas. */
  readonly model: OpenApiModel;
  readonly #spaces: Readonly<Record<Direction, SchemaSpace>>;

  constructor(model: OpenApiModel) {
    const validators = new ExactValidators(model);
    this.#spaces = {
      request: new SchemaSpace(validators, 'request'),
      response: new SchemaSpace(validators, 'response'),
    };
    this.model = validators.model;
  }

  /** Collects the schemas of the members of a request body by name, in every branch. */
  collectMembers(body: LocatedSchema): Map<string, SchemaNode[]> {
    return collectProperties(this.#spaces.request.node(body));
  }

  /** Reports whether a schema accepts a value; one that cannot be compiled accepts every value. */
  accepts({ schema, direction }: { schema: LocatedSchema; direction: Direction }, value: unknown): boolean {
    return this.#spaces[direction].getAcceptor(schema)(value);
  }

  /** Describes the first rule that a value violates, with the path of its member; undefined for a value that is accepted. */
  explain(schema: LocatedSchema, direction: Direction, value: JsonValue): string | undefined {
    if (this.accepts({ schema, direction }, value)) return undefined;
    const explainer = new ValueExplainer(this, direction);
    const { path, message } = explainer.explain(this.#spaces[direction].node(schema), value);
    return path.length === 0 ? message : `${path.join('.')}: ${message}`;
  }
}
