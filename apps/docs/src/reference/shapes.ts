/** Reads a schema as a reader sees it: the shapes that a body can have, each with all its fields in one list. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';
import { alternativesOf, constraintsOf, typeOf } from './constraints.ts';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly constraints: readonly string[];
  /** The shapes of an object, or of the items of an array. */
  readonly shapes: readonly Shape[];
}

export interface Shape {
  readonly title: string | undefined;
  readonly description: string;
  readonly fields: readonly Field[];
}

interface ObjectParts {
  readonly title: string | undefined;
  readonly description: string;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, readonly JsonValue[]>;
}

/** Deeper than documents are written, and an end for those that contain themselves. */
const MAX_DEPTH = 8;

/** Reads the schemas of one document. */
export class ShapeReader {
  readonly #document: JsonObject;

  constructor({ document }: Pick<OpenApiModel, 'document'>) {
    this.#document = document;
  }

  /** Follows references within the document; what stands beside a reference wins over what it leads to. */
  readonly resolve = (schema: JsonValue | undefined): JsonObject | boolean => {
    if (schema === undefined) return true;
    if (typeof schema === 'boolean') return schema;
    if (!isJsonObject(schema)) return true;
    const { $ref, ...siblings } = schema;
    if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return schema;
    const target = this.resolve(valueAt(this.#document, $ref));
    return typeof target === 'boolean' ? siblings : { ...target, ...siblings };
  };

  /** The shapes of a schema: more than one where it is a choice of objects, none where it is no object. */
  shapesOf(schema: JsonValue | undefined, depth = 0): Shape[] {
    if (depth > MAX_DEPTH) return [];
    return this.#objectsOf(schema)
      .filter(({ properties }) => properties.size > 0)
      .map(({ title, description, required, properties }) => ({
        title,
        description,
        fields: [...properties].map(([name, parts]) =>
          this.#fieldOf(name, parts, { isRequired: required.has(name), depth }),
        ),
      }));
  }

  #objectsOf(value: JsonValue | undefined): ObjectParts[] {
    const schema = this.resolve(value);
    if (typeof schema === 'boolean') return [];
    const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
    const own: ObjectParts = {
      title: text(schema.title),
      description: text(schema.description) ?? '',
      required: new Set(Array.isArray(schema.required) ? schema.required.map(String) : []),
      properties: new Map(
        properties.flatMap(([name, property]) => (property === undefined ? [] : [[name, [property]]])),
      ),
    };
    const parts = Array.isArray(schema.allOf)
      ? schema.allOf.map((part) => unnamed(this.#objectsOf(part)))
      : [];
    const choice = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(choice)) {
      const options = choice.flatMap((option) => this.#objectsOf(option));
      // A choice that only demands members (`required`) is no shape of its own.
      if (options.some((option) => option.properties.size > 0)) parts.push(options);
    }
    return parts.reduce(
      (wholes, options) => wholes.flatMap((whole) => options.map((option) => merged(option, whole))),
      [own],
    );
  }

  #fieldOf(
    name: string,
    parts: readonly JsonValue[],
    { isRequired, depth }: { readonly isRequired: boolean; readonly depth: number },
  ): Field {
    const known = parts.map(this.resolve).filter((part) => typeof part !== 'boolean');
    const schema: JsonObject = Object.assign({}, ...known);
    const isAbsent = known.length === 0 && parts.includes(false);
    const shapes = this.shapesOf(schema.type === 'array' ? schema.items : schema, depth + 1);
    return {
      name,
      type: isAbsent ? 'never present' : typeOf(schema, this.resolve),
      isRequired,
      description: known.map((part) => text(part.description)).find((found) => found !== undefined) ?? '',
      constraints: [
        ...constraintsOf(schema),
        ...(shapes.length === 0 ? alternativesOf(schema, this.resolve) : []),
      ],
      shapes,
    };
  }
}

/** A part of a whole has no name of its own, unless it is a choice. */
function unnamed(options: ObjectParts[]): ObjectParts[] {
  return options.length === 1
    ? options.map((option) => ({ ...option, title: undefined, description: '' }))
    : options;
}

/** Joins two parts of one object; the words of the first win. */
function merged(one: ObjectParts, other: ObjectParts): ObjectParts {
  const properties = new Map(other.properties);
  for (const [name, parts] of one.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...parts]);
  return {
    title: one.title ?? other.title,
    description: one.description || other.description,
    required: new Set([...one.required, ...other.required]),
    properties,
  };
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
