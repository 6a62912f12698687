// Schemas as hosts of agents accept them: without references, and small. They may accept more than the schemas of the
// document, never less: the exact validators decide when a tool is called.
import type { JsonObject } from '@keyframe/openapi-model';
import { type Direction, findObject, type SchemaNode } from '@keyframe/openapi-schema';
import { compact } from '../json.ts';

const LONGEST_DESCRIPTION = 600;
/** Names that hosts accept for members. */
const SAFE_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

// Keywords that are copied. All others are left to the exact validators.
const COPIED = [
  'type',
  'title',
  'default',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
];
// Validators of clients know only some formats and patterns, and reject schemas with others.
const COPIED_IN_REQUESTS = ['format', 'pattern', 'multipleOf'];

/** How a schema is converted. */
export interface HostSchemaOptions {
  direction: Direction;
  /** The number of levels of members and items; below them a schema only names its type. */
  depth: number;
  /** Ends a conversion that would be too large to use; none by default. */
  budget?: SizeBudget | undefined;
}

/** Characters that schemas may have together. What is left is less than nothing if a conversion was not completed. */
export interface SizeBudget {
  left: number;
}

/** The quotes, colon, comma and braces of a member, and those of its type with their name. */
const MEMBER_CHARACTERS = 6;
const TYPE_CHARACTERS = 9;

/** Converts a schema, as its direction has it. */
export function createHostSchema(node: SchemaNode, options: HostSchemaOptions): JsonObject {
  return new Converter(options).convert(node, { depth: options.depth, above: [] });
}

interface Position {
  depth: number;
  /** Pointers of the schemas that contain this one, by reference or directly. */
  above: readonly string[];
}

class Converter {
  readonly #copied: readonly string[];
  readonly #options: HostSchemaOptions;

  constructor(options: HostSchemaOptions) {
    this.#options = options;
    this.#copied = options.direction === 'request' ? [...COPIED, ...COPIED_IN_REQUESTS] : COPIED;
  }

  convert(node: SchemaNode, { depth, above }: Position): JsonObject {
    if (node.kind !== 'keywords' || this.#isSpent()) return {};
    const position = { depth, above: [...above, node.pointer] };
    const siblings = this.#convertKeywords(node, position);
    const { reference: target } = node.keywords;
    if (!target) return siblings;
    if (above.includes(target.pointer) || depth <= 0) return { ...this.#cut(target), ...siblings };
    const referred = this.convert(target, position);
    const { description, title, default: fallback, ...constraints } = siblings;
    return Object.keys(constraints).length === 0
      ? { ...referred, ...compact({ description, title, default: fallback }) }
      : { ...siblings, allOf: [referred, ...(Array.isArray(siblings.allOf) ? siblings.allOf : [])] };
  }

  #spend(characters: number): void {
    const { budget } = this.#options;
    if (budget) budget.left -= characters;
  }

  #isSpent(): boolean {
    return (this.#options.budget?.left ?? 0) < 0;
  }

  #cut({ written, annotations: { description = '' } }: SchemaNode): JsonObject {
    const type = written.find(({ name }) => name === 'type')?.value;
    const rule = 'Its members are not listed here; the service still checks them.';
    return compact({ type, description: shorten(`${description} ${rule}`.trim()) });
  }

  #convertKeywords(node: SchemaNode, position: Position): JsonObject {
    const { type, prefix, items, anyOf, oneOf, allOf } = node.keywords;
    const { description } = node.annotations;
    const values = new Map(node.written.map(({ keyword, value }) => [keyword, value]));
    const [only, ...others] = type ?? [];
    if (only !== undefined && others.length === 0) this.#spend(only.length + TYPE_CHARACTERS);
    return compact({
      ...Object.fromEntries(this.#copied.map((keyword) => [keyword, values.get(keyword)])),
      description: description === undefined ? undefined : shorten(description),
      ...this.#convertMembers(node, position),
      // Hosts would apply it to the items that "prefixItems" describes, too.
      items: prefix.length === 0 ? this.#convertChild(items, position) : undefined,
      // Parts that are cut accept more, so that two alternatives may accept a value.
      anyOf: this.#convertList(anyOf.length > 0 ? anyOf : oneOf, position),
      allOf: this.#convertList(allOf, position),
    });
  }

  #convertMembers(node: SchemaNode, position: Position): JsonObject {
    const { properties, required, additionalProperties, patternProperties } = node.keywords;
    const hidden = findObject(node)?.omitted ?? [];
    const names = [...properties.keys()];
    const unsafe = names.filter((name) => !SAFE_NAME.test(name)).map((name) => JSON.stringify(name));
    const isVisible = (name: string) =>
      SAFE_NAME.test(name) && !hidden.includes(name) && properties.get(name)?.kind !== 'never';
    const visible = position.depth > 0 ? [...properties].filter(([name]) => isVisible(name)) : [];
    const members = visible.map(([name, member]) => {
      this.#spend(name.length + MEMBER_CHARACTERS);
      return [name, this.#convertChild(member, position) ?? {}] as const;
    });
    const needed = required.filter(isVisible);
    const isWhole =
      (names.length === 0 || position.depth > 0) && unsafe.length === 0 && patternProperties.size === 0;
    return compact({
      properties: names.length === 0 ? undefined : Object.fromEntries(members),
      required: needed.length === 0 ? undefined : needed,
      // Hosts apply it to every member that the converted schema does not name.
      additionalProperties: isWhole ? this.#convertAdditional(additionalProperties, position) : undefined,
      description:
        unsafe.length === 0
          ? undefined
          : shorten(`${node.annotations.description ?? ''} Also has the members ${unsafe.join(', ')}.`),
    });
  }

  #convertAdditional(node: SchemaNode | undefined, position: Position): JsonObject | false | undefined {
    if (node?.kind !== 'never') return this.#convertChild(node, position);
    return this.#options.direction === 'request' ? false : undefined;
  }

  #convertChild(child: SchemaNode | undefined, { depth, above }: Position): JsonObject | undefined {
    if (!child || child.kind === 'never') return undefined;
    return this.convert(child, { depth: depth - 1, above });
  }

  #convertList(nodes: readonly SchemaNode[], position: Position): JsonObject[] | undefined {
    if (nodes.length === 0 || position.depth <= 0) return undefined;
    return nodes.map((node) => this.convert(node, position));
  }
}

/** Cuts a text at a length that hosts accept. */
export function shorten(text: string, length = LONGEST_DESCRIPTION): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
