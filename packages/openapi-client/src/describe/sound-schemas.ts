// The schemas of a document whose values can be decided, in both directions.
import { DocumentInvalidError, locateProblems, type OpenApiModel } from '@keyframe/openapi-model';
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

  /** Throws DocumentInvalidError if one of the schemas, or one that it leads to, cannot be decided. */
  refuseOthers(checked: readonly SchemaNode[]): void {
    const { problems, listOrigins } = this.#specialization;
    const { model } = this;
    const errors = new Diagnostics(listOrigins);
    const nodes = new Set(checked.flatMap((node) => walk(node)));
    for (const node of nodes)
      reportFindings(node.direction ? this.responseGraph : this.graph, node, {
        errors,
        warnings: new Diagnostics(listOrigins),
      });
    for (const { pointer } of unguardedSchemas([...nodes])) {
      const message = 'The schema refers to itself without an item or a member in between, so it never ends.';
      errors.add(pointer, message, 'Remove the reference, or refer from a member or an item.');
    }
    const findings = [...problems, ...errors.problems].map(model.restoreNames);
    if (findings.length > 0)
      throw new DocumentInvalidError(model.source, locateProblems(findings, model.locate), model.files);
  }
}
