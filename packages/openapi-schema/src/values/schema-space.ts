import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { walk } from '../nodes/child-nodes.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';
import type { ExactValidators } from '../validators/exact-validators.ts';
import type { Acceptor } from '../validators/schema-interpreter.ts';
import type { SchemaRef, SchemaSource } from './schema-source.ts';

/** The schemas of one direction of a document: their nodes, and whether they accept a value. */
export class SchemaSpace implements SchemaSource {
  readonly #validators: ExactValidators;
  readonly #direction: 'request' | 'response';
  readonly #accepts = new Map<string, Acceptor>();

  constructor(validators: ExactValidators, direction: 'request' | 'response') {
    this.#validators = validators;
    this.#direction = direction;
  }

  /** Reads a schema as its direction has it. */
  node(schema: SchemaRef): SchemaNode {
    return 'keywords' in schema ? schema : this.#validators.node(schema, this.#direction);
  }

  /** Reports whether a schema accepts a value; a schema that cannot be compiled accepts every value. */
  accepts(schema: SchemaRef, value: JsonValue): boolean {
    return this.getAcceptor(schema)(value);
  }

  /** Gives the compiled form of a schema; what it leads to is compiled with it. */
  getAcceptor(schema: SchemaRef): Acceptor {
    const existing = this.#accepts.get(schema.pointer);
    if (existing) return existing;
    const nodes = walk(this.node(schema)).filter(({ pointer }) => !this.#accepts.has(pointer));
    for (const [index, accepts] of this.#compile(nodes).entries()) {
      const node = nodes[index];
      if (node) this.#accepts.set(node.pointer, accepts);
    }
    return this.#accepts.get(schema.pointer) ?? (() => true);
  }

  #compile(nodes: readonly SchemaNode[]): Acceptor[] {
    try {
      return this.#validators.compile(
        nodes.map(({ origin }) => origin),
        this.#direction,
      );
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // An unsound schema must not prevent the others from being compiled.
      return nodes.length === 1 ? [() => true] : nodes.flatMap((node) => this.#compile([node]));
    }
  }

  /** Finds the pointer at which the document defines the schema of a pointer. */
  getOrigin(pointer: string): string {
    return this.#validators.findOrigin(pointer);
  }

  /** Lists all schemas that apply to the value itself: targets of `$ref`, parts of `allOf`, branches that accept it. */
  applicable(schema: SchemaRef, value: JsonValue): SchemaNode[] {
    const found = new Map<string, SchemaNode>();
    this.#collect(this.node(schema), value, found);
    return [...found.values()];
  }

  #collect(node: SchemaNode, value: JsonValue, found: Map<string, SchemaNode>): void {
    if (node.kind !== 'keywords' || found.has(node.pointer)) return;
    found.set(node.pointer, node);
    const { reference, allOf, anyOf, oneOf, dependentSchemas } = node.keywords;
    const hasMember = (name: string) => isJsonObject(value) && Object.hasOwn(value, name);
    const schemas = [
      reference,
      ...allOf,
      ...[...anyOf, ...oneOf].filter((branch) => this.accepts(branch, value)),
      ...this.#conditional(node, value),
      ...[...dependentSchemas.keys()].filter(hasMember).map((name) => dependentSchemas.get(name)),
    ];
    for (const schema of schemas) if (schema) this.#collect(schema, value, found);
  }

  #conditional({ keywords: { condition, met, unmet } }: SchemaNode, value: JsonValue): SchemaNode[] {
    if (!condition) return [];
    const schemas = this.accepts(condition, value) ? [condition, met] : [unmet];
    return schemas.filter((schema) => schema !== undefined);
  }
}
