import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { collectApplied } from '../nodes/applied-nodes.ts';
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
      return this.#validators.compile(nodes, this.#direction);
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
    const applied = collectApplied([this.node(schema)], (node) => this.#listChoices(node, value));
    return applied.filter(({ kind }) => kind === 'keywords');
  }

  #listChoices({ keywords }: SchemaNode, value: JsonValue): (SchemaNode | undefined)[] {
    const { anyOf, oneOf, condition, met, unmet, dependentSchemas } = keywords;
    const hasMember = ([name]: readonly [string, SchemaNode]) =>
      isJsonObject(value) && Object.hasOwn(value, name);
    const isMet = condition !== undefined && this.accepts(condition, value);
    return [
      ...[...anyOf, ...oneOf].filter((branch) => this.accepts(branch, value)),
      ...(isMet ? [condition, met] : [condition && unmet]),
      ...[...dependentSchemas].filter(hasMember).map(([, dependent]) => dependent),
    ];
  }
}
