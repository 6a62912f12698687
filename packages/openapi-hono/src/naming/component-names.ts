import { appendWord, capitalize, type Identifiers } from '@keyframe/openapi-codegen';
import { findKind, nameSchema, type SchemaNode } from '@keyframe/openapi-schema';

/** A schema with a constant and a type of its own in the generated code. */
export interface NamedSchema {
  identifier: string;
  /** The name of its type before defaults are filled in; the identifier itself where that makes no difference. */
  input: string;
  schema: SchemaNode;
}

/**
 * Names the schemas that other schemas refer to: each component, and each other schema that a reference leads to, once
 * more for each direction that makes a difference to it. Expanded in place they would multiply.
 */
export class ComponentNames {
  readonly #identifiers: Identifiers;
  readonly #schemas = new Map<string, NamedSchema>();

  constructor(identifiers: Identifiers) {
    this.#identifiers = identifiers;
  }

  /** Lists all that is named so far. */
  get all(): NamedSchema[] {
    return [...this.#schemas.values()];
  }

  /** Names the schema that a reference leads to; undefined where that is no more than true or false. */
  getIdentifier(schema: SchemaNode): string | undefined {
    return this.ensureNamed(schema)?.identifier;
  }

  /** Finds what a reference leads to among the named schemas, and names what is not; of others than components, nothing is true and false. */
  ensureNamed(schema: SchemaNode): NamedSchema | undefined {
    const existing = this.#schemas.get(getKey(schema));
    if (existing) return existing;
    const { component, kind, pointer } = schema;
    if (component !== undefined) return this.#take(component, schema);
    return kind === 'keywords' ? this.#take(nameSchema(pointer), schema) : undefined;
  }

  #take(name: string, schema: SchemaNode): NamedSchema {
    const { direction, needsDefaults } = schema;
    const directed = direction === undefined ? name : appendWord(name, capitalize(direction));
    const identifier = this.#identifiers.take(directed, findKind(schema.pointer));
    const input = needsDefaults ? this.#identifiers.take(nameInput(identifier)) : identifier;
    const entry = { identifier, input, schema };
    this.#schemas.set(getKey(schema), entry);
    return entry;
  }
}

// A name that ends in the word would repeat it.
function nameInput(identifier: string): string {
  return appendWord(identifier, /input$/i.test(identifier) ? 'BeforeDefaults' : 'Input');
}

function getKey({ direction, pointer }: Pick<SchemaNode, 'direction' | 'pointer'>): string {
  return `${direction ?? ''} ${pointer}`;
}
