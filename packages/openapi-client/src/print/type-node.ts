// Schemas as the printer of types reads them: nodes of single schemas, without a model of the document.
import { isJsonObject, type JsonValue, type LocatedSchema } from '@keyframe/openapi-model/document';
import {
  type Annotations,
  type KeywordValues,
  type NodeSource,
  readAnnotations,
  readKeywords,
  readWritten,
} from '@keyframe/openapi-schema/keywords';
import type { References } from './references.ts';

/** A schema whose type is printed. */
export interface TypeNode {
  /** `true`, `false`, or a schema of keywords. */
  readonly kind: 'any' | 'keywords' | 'never';
  readonly pointer: string;
  readonly keywords: KeywordValues<TypeNode>;
  readonly annotations: Annotations;
  /** Reads a keyword that no node has, such as an extension. */
  readonly extension: (keyword: string) => JsonValue | undefined;
}

/** Reads schemas of a document. */
export class TypeNodes implements NodeSource<TypeNode> {
  readonly onMisfit: ((pointer: string) => void) | undefined;
  readonly #references: References;

  constructor(references: References, onMisfit?: (pointer: string) => void) {
    this.#references = references;
    this.onMisfit = onMisfit;
  }

  node(located: LocatedSchema): TypeNode {
    return new WrittenNode(this, located);
  }

  resolve(reference: string): LocatedSchema | undefined {
    return this.#references.findSchema(reference);
  }
}

class WrittenNode implements TypeNode {
  readonly #nodes: TypeNodes;
  readonly #located: LocatedSchema;
  #keywords: KeywordValues<TypeNode> | undefined;
  #annotations: Annotations | undefined;

  constructor(nodes: TypeNodes, located: LocatedSchema) {
    this.#nodes = nodes;
    this.#located = located;
  }

  get kind(): TypeNode['kind'] {
    const { schema } = this.#located;
    if (typeof schema !== 'boolean') return 'keywords';
    return schema ? 'any' : 'never';
  }

  get pointer(): string {
    return this.#located.pointer;
  }

  get keywords(): KeywordValues<TypeNode> {
    this.#keywords ??= readKeywords(this.#nodes, this.#objectOrNothing);
    return this.#keywords;
  }

  get annotations(): Annotations {
    this.#annotations ??= readAnnotations(this.#objectOrNothing);
    return this.#annotations;
  }

  extension(keyword: string): JsonValue | undefined {
    return readWritten(this.#objectOrNothing).find((entry) => entry.keyword === keyword)?.value;
  }

  get #objectOrNothing() {
    const { schema, pointer } = this.#located;
    return { schema: isJsonObject(schema) ? schema : {}, pointer };
  }
}

/** Follows the references of a schema to their end; undefined for a circle. */
export function followReferences(node: TypeNode): TypeNode | undefined {
  const seen = new Set<string>();
  let target: TypeNode | undefined = node;
  while (target?.keywords.reference) {
    if (seen.has(target.pointer)) return undefined;
    seen.add(target.pointer);
    target = target.keywords.reference;
  }
  return target;
}

/** Copies a schema with other values of some keywords. */
export function replaceKeywords(node: TypeNode, replaced: Partial<TypeNode['keywords']>): TypeNode {
  const { kind, pointer, annotations, keywords } = node;
  const extension = (keyword: string) => node.extension(keyword);
  return { kind, pointer, annotations, keywords: { ...keywords, ...replaced }, extension };
}
