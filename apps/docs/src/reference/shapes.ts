/** Reads the shapes that a body can have from its schema, each with all its fields in one list. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';
import { allowedValues, enumerate } from './allowed-values.ts';
import { describeAlternatives, describeConstraints, describeType } from './constraints.ts';

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

/** Deeper than real documents; it ends the recursion of schemas that contain themselves. */
const MAX_DEPTH = 8;

/** Reads the schemas of one document. */
export class ShapeReader {
  readonly #document: JsonObject;

  constructor({ document }: Pick<OpenApiModel, 'document'>) {
    this.#document = document;
  }

  /** Follows references within the document. Siblings of a reference take precedence over its target. */
  readonly resolve = (schema: JsonValue | undefined): JsonObject | boolean => {
    if (schema === undefined) return true;
    if (typeof schema === 'boolean') return schema;
    if (!isJsonObject(schema)) return true;
    const { $ref, ...siblings } = schema;
    if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return schema;
    const target = this.resolve(valueAt(this.#document, $ref));
    return typeof target === 'boolean' ? siblings : { ...target, ...siblings };
  };

  /** Lists the shapes of a schema: several for a choice of objects, none for a schema that is not an object. */
  readShapes(schema: JsonValue | undefined, depth = 0): Shape[] {
    if (depth > MAX_DEPTH) return [];
    return this.#readObjects(schema)
      .filter(({ properties }) => properties.size > 0)
      .map(({ title, description, required, properties }) => ({
        title,
        description,
        fields: [...properties].map(([name, parts]) =>
          this.#readField(name, parts, { isRequired: required.has(name), depth }),
        ),
      }));
  }

  #readObjects(value: JsonValue | undefined): ObjectParts[] {
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
    const combined = this.#combine(own, schema);
    const possible = combined.filter((parts) => this.#isPossible(parts));
    return possible.length === 0 ? combined : possible;
  }

  /** Combines the members of `allOf` and the alternatives of a choice with the object's own properties. */
  #combine(own: ObjectParts, schema: JsonObject): ObjectParts[] {
    const parts = Array.isArray(schema.allOf)
      ? schema.allOf.map((part) => removeTitles(this.#readObjects(part)))
      : [];
    const choice = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(choice)) {
      const options = choice.flatMap((option) => this.#readObjects(option));
      // A choice that only requires members (`required`) does not add shapes.
      if (options.some((option) => option.properties.size > 0)) parts.push(options);
    }
    // The object's own properties come last: they describe a property more closely than a shared part.
    parts.push([{ ...own, title: undefined, description: '' }]);
    const start: ObjectParts = { ...own, properties: new Map() };
    return parts.reduce(
      (wholes, options) => wholes.flatMap((whole) => options.map((option) => mergeParts(option, whole))),
      [start],
    );
  }

  /** Whether each required property has a value that all of its schemas allow. */
  #isPossible({ required, properties }: ObjectParts): boolean {
    return [...required].every((name) => {
      const schemas = (properties.get(name) ?? []).map(this.resolve);
      return allowedValues(schemas.filter((schema) => typeof schema !== 'boolean'))?.length !== 0;
    });
  }

  #readField(
    name: string,
    parts: readonly JsonValue[],
    { isRequired, depth }: { readonly isRequired: boolean; readonly depth: number },
  ): Field {
    const known = parts.map(this.resolve).filter((part) => typeof part !== 'boolean');
    const schema: JsonObject = Object.assign({}, ...known, enumerate(allowedValues(known)));
    const isAbsent = known.length === 0 && parts.includes(false);
    const whole = known.length > 1 ? { allOf: known } : schema;
    const shapes = this.readShapes(schema.type === 'array' ? schema.items : whole, depth + 1);
    return {
      name,
      type: isAbsent ? 'never present' : describeType(schema, this.resolve),
      isRequired,
      description: known.map((part) => text(part.description)).findLast((found) => found !== undefined) ?? '',
      constraints: [
        ...describeConstraints(schema),
        ...(shapes.length === 0 ? describeAlternatives(schema, this.resolve) : []),
      ],
      shapes,
    };
  }
}

/** Removes the title and description of a part that is not a choice. */
function removeTitles(options: ObjectParts[]): ObjectParts[] {
  return options.length === 1
    ? options.map((option) => ({ ...option, title: undefined, description: '' }))
    : options;
}

/** Merges a part into an object. The title of an alternative follows the title of the object that has the choice. */
function mergeParts(part: ObjectParts, whole: ObjectParts): ObjectParts {
  const properties = new Map(whole.properties);
  for (const [name, schemas] of part.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...schemas]);
  const titles = [whole.title, part.title].filter((title) => title !== undefined);
  return {
    title:
      titles.length === 0
        ? undefined
        : titles.map((title, index) => (index === 0 ? title : lowerFirst(title))).join(', '),
    description: part.description || whole.description,
    required: new Set([...part.required, ...whole.required]),
    properties,
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
