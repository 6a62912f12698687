// The schemas of a document whose values can be decided, in both directions.
import {
  DocumentInvalidError,
  locateProblems,
  type OpenApiModel,
  type Problem,
} from '@keyframe/openapi-model';
import {
  Diagnostics,
  reportFindings,
  SchemaGraph,
  type SchemaNode,
  type Specialization,
  specialize,
  unguardedSchemas,
  walk,
} from '@keyframe/openapi-schema';
import { listResponseBodies, type ResponseBody } from './response-bodies.ts';

/** The schemas of a document, for code that decides about values. */
export class SoundSchemas {
  /** The document with every `$dynamicRef` replaced. */
  readonly model: OpenApiModel;
  readonly graph: SchemaGraph;
  readonly responseGraph: SchemaGraph;
  readonly #specialization: Specialization;

  constructor(written: OpenApiModel) {
    this.#specialization = specialize(written);
    const { model } = this.#specialization;
    this.model = model;
    this.graph = new SchemaGraph(model);
    this.responseGraph = new SchemaGraph(model, { direction: 'response', written: this.graph });
  }

  /** Finds where the document writes the schema at a pointer of `model`. */
  readonly findOrigin = (pointer: string): string => this.#specialization.listOrigins(pointer)[0] ?? pointer;

  /** Lists the bodies of responses with their schemas as responses have them. */
  listBodies(): (ResponseBody & { node: SchemaNode })[] {
    const bodies = listResponseBodies(this.model);
    return bodies.map((body) => ({ ...body, node: this.responseGraph.node(body.schema) }));
  }

  /** Reads the schema of a component. */
  getComponent(name: string): SchemaNode {
    return this.graph.node(this.model.schemas.get(name) ?? { schema: true, pointer: '#' });
  }

  /** Throws DocumentInvalidError if one of the schemas, or one that it leads to, cannot be decided. */
  refuseOthers(checked: readonly SchemaNode[]): void {
    const { model } = this;
    const problems = this.listProblems(checked);
    if (problems.length > 0)
      throw new DocumentInvalidError(model.source, locateProblems(problems, model.locate), model.files);
  }

  /** Lists why schemas, or those that they lead to, cannot be decided. */
  listProblems(checked: readonly SchemaNode[]): Problem[] {
    const { problems, listOrigins } = this.#specialization;
    const errors = new Diagnostics(listOrigins);
    const nodes = new Set(checked.flatMap((node) => walk(node)));
    for (const node of nodes) reportFindings(node, { errors, warnings: new Diagnostics(listOrigins) });
    for (const { pointer } of unguardedSchemas([...nodes])) {
      const message = 'The schema refers to itself without an item or a member in between, so it never ends.';
      errors.add(pointer, message, 'Remove the reference, or refer from a member or an item.');
    }
    return [...problems, ...errors.problems].map(this.model.restoreNames);
  }
}

/** Lists why the bodies of responses cannot be validated. */
export function listUndecidable(model: OpenApiModel): Problem[] {
  const sound = new SoundSchemas(model);
  return sound.listProblems(sound.listBodies().map(({ node }) => node));
}
