// Schemas as hosts of agents accept them: without references, and small. They may accept more than the schemas of the
// document, never less: the exact validators decide when a tool is called.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import type { Direction } from '@keyframe/openapi-schema';
import { subschemas } from '@keyframe/openapi-schema/keywords';
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
  model: OpenApiModel;
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

/** Converts a schema of a document. */
export function createHostSchema(located: LocatedSchema, options: HostSchemaOptions): JsonObject {
  return new Converter(options).convert(located, { depth: options.depth, above: [] });
}

interface Position {
  depth: number;
  /** Pointers of the schemas that contain this one, by reference or directly. */
  above: readonly string[];
}

class Converter {
  readonly #options: HostSchemaOptions;

  constructor(options: HostSchemaOptions) {
    this.#options = options;
  }

  convert(located: LocatedSchema, { depth, above }: Position): JsonObject {
    const { schema, pointer } = located;
    if (!isJsonObject(schema) || this.#isSpent()) return {};
    const position = { depth, above: [...above, pointer] };
    const target = followReference(this.#options.model, located);
    const siblings = this.#convertKeywords(located, position);
    if (target === located) return siblings;
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

  #cut({ schema }: LocatedSchema): JsonObject {
    const { type, description = '' } = isJsonObject(schema) ? schema : {};
    const rule = 'Its members are not listed here; the service still checks them.';
    return compact({ type, description: shorten(`${String(description)} ${rule}`.trim()) });
  }

  #convertKeywords(located: LocatedSchema, position: Position): JsonObject {
    const { schema, pointer } = located;
    if (!isJsonObject(schema)) return {};
    const { direction } = this.#options;
    const names = direction === 'request' ? [...COPIED, ...COPIED_IN_REQUESTS] : COPIED;
    const copied = Object.fromEntries(names.map((name) => [name, schema[name]]));
    const { description, type } = schema;
    if (typeof type === 'string') this.#spend(type.length + TYPE_CHARACTERS);
    return compact({
      ...copied,
      description: typeof description === 'string' ? shorten(description) : undefined,
      ...this.#convertMembers({ schema, pointer }, position),
      // Hosts would apply it to the items that "prefixItems" describes, too.
      items:
        schema.prefixItems === undefined
          ? this.#convertChild(schema.items, appendPointer(pointer, 'items'), position)
          : undefined,
      // Parts that are cut accept more, so that two alternatives may accept a value.
      anyOf:
        this.#convertList(subschemas(located, 'anyOf'), position) ??
        this.#convertList(subschemas(located, 'oneOf'), position),
      allOf: this.#convertList(subschemas(located, 'allOf'), position),
    });
  }

  #convertMembers(
    { schema, pointer }: { schema: JsonObject; pointer: string },
    position: Position,
  ): JsonObject {
    const members = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
    const unsafe = members.filter(([name]) => !SAFE_NAME.test(name)).map(([name]) => JSON.stringify(name));
    const hidden = members.filter(([, member]) => this.#isHidden(member, pointer)).map(([name]) => name);
    const isVisible = (name: JsonValue) =>
      typeof name === 'string' && SAFE_NAME.test(name) && !hidden.includes(name);
    const visible = position.depth > 0 ? members.filter(([name]) => isVisible(name)) : [];
    const properties = visible.map(([name, member]) => {
      this.#spend(name.length + MEMBER_CHARACTERS);
      const memberPointer = appendPointer(pointer, 'properties', name);
      return [name, this.#convertChild(member, memberPointer, position) ?? {}] as const;
    });
    const required = Array.isArray(schema.required) ? schema.required.filter(isVisible) : [];
    const isWhole =
      (members.length === 0 || position.depth > 0) &&
      unsafe.length === 0 &&
      schema.patternProperties === undefined;
    return compact({
      properties: members.length === 0 ? undefined : Object.fromEntries(properties),
      required: required.length === 0 ? undefined : required,
      additionalProperties: this.#convertAdditional(schema, pointer, { position, isWhole }),
      description:
        unsafe.length === 0
          ? undefined
          : shorten(`${String(schema.description ?? '')} Also has the members ${unsafe.join(', ')}.`),
    });
  }

  // Hosts apply it to every member that the converted schema does not name.
  #convertAdditional(
    { additionalProperties }: JsonObject,
    pointer: string,
    { position, isWhole }: { position: Position; isWhole: boolean },
  ): JsonObject | false | undefined {
    if (!isWhole) return undefined;
    if (additionalProperties === false) return this.#options.direction === 'request' ? false : undefined;
    return this.#convertChild(additionalProperties, appendPointer(pointer, 'additionalProperties'), position);
  }

  #isHidden(member: JsonValue | undefined, pointer: string): boolean {
    if (member === false) return true;
    if (!isJsonObject(member)) return false;
    const { model, direction } = this.#options;
    const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
    const target = followReference(model, { schema: member, pointer });
    return member[keyword] === true || (isJsonObject(target.schema) && target.schema[keyword] === true);
  }

  #convertChild(
    child: JsonValue | undefined,
    pointer: string,
    { depth, above }: Position,
  ): JsonObject | undefined {
    if (!isSchema(child) || child === false) return undefined;
    return this.convert({ schema: child, pointer }, { depth: depth - 1, above });
  }

  #convertList(schemas: readonly LocatedSchema[], position: Position): JsonObject[] | undefined {
    if (schemas.length === 0 || position.depth <= 0) return undefined;
    return schemas.map((schema) => this.convert(schema, position));
  }
}

/** Cuts a text at a length that hosts accept. */
export function shorten(text: string, length = LONGEST_DESCRIPTION): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

function followReference(model: OpenApiModel, located: LocatedSchema): LocatedSchema {
  const { schema, pointer } = located;
  const reference = isJsonObject(schema) ? schema.$ref : undefined;
  const target = typeof reference === 'string' ? model.resolver.resolve(reference, pointer) : undefined;
  return target ?? located;
}
