/** Reads the shapes that a body can have from its schema, each with all its fields in one list. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type OpenApiModel,
  type Operation,
  parsePointer,
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
  /** The names of the schemas that the value, its items or its alternatives have. */
  readonly schemas: readonly string[];
  /** The shapes of an object, or of the items of an array. */
  readonly shapes: readonly Shape[];
}

export interface Shape {
  readonly title: string | undefined;
  readonly description: string;
  readonly fields: readonly Field[];
}

/** The annotation of the fields that a message lacks. */
type Omission = 'readOnly' | 'writeOnly';

/** Finds which fields a message lacks: what clients send has none that are `readOnly`, what the service sends none that are `writeOnly`. */
export function findOmission(
  { operations }: Pick<OpenApiModel, 'operations'>,
  operation: Operation,
  message: 'request' | 'response',
): Omission {
  return operations.includes(operation) === (message === 'request') ? 'readOnly' : 'writeOnly';
}

/** Returns the schema of a body; the items of a stream are what its readers get. */
export function getBodySchema({ schema, stream }: MediaType): JsonValue | undefined {
  return (stream?.item ?? schema)?.schema;
}

interface ObjectParts {
  readonly title: string | undefined;
  readonly description: string;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, readonly JsonValue[]>;
}

/** Levels of objects that are listed, from the deepest: a body with too many fields has fewer. */
const DEPTHS = [8, 5, 4, 3, 2, 1];
const MAX_FIELDS = 600;
/** More combinations of alternatives than a reader can tell apart. */
const MAX_SHAPES = 24;
/** Schemas inside of one another in place; some documents have schemas that lead back to themselves. */
const MAX_LEVELS = 12;
/** More names than a line has room for. */
const MAX_NAMES = 4;

/** Reads the schemas of one document. */
export class ShapeReader {
  readonly #document: JsonObject;
  readonly #deepest: number;
  #maxDepth: number;
  #count = 0;
  #omission: Omission | undefined;
  /** The references that lead to the schema that is being read: one that contains itself is listed once. */
  readonly #open = new Set<string>();

  /** Lists at most a number of levels. */
  constructor({ document }: Pick<OpenApiModel, 'document'>, deepest = 8) {
    this.#document = document;
    this.#deepest = deepest;
    this.#maxDepth = deepest;
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

  /** Lists the shapes of a body, with fewer levels if it had too many fields. */
  readBody(schema: JsonValue | undefined, omission?: Omission): Shape[] {
    this.#omission = omission;
    let shapes: Shape[] = [];
    for (const depth of DEPTHS) {
      this.#maxDepth = Math.min(depth, this.#deepest);
      this.#count = 0;
      shapes = this.readShapes(schema);
      if (this.#count <= MAX_FIELDS) break;
    }
    return shapes;
  }

  /** Describes the type of a schema in words. */
  describe(value: JsonValue | undefined): string {
    const schema = this.resolve(value);
    return typeof schema === 'boolean' ? 'any value' : describeType(schema, this.resolve);
  }

  /** Lists the shapes of a schema: several for a choice of objects, none for a schema that is not an object. */
  readShapes(schema: JsonValue | undefined, depth = 0): Shape[] {
    if (depth > this.#maxDepth || this.#count > MAX_FIELDS) return [];
    const references = listReferences(schema);
    if (references.some((reference) => this.#open.has(reference))) return [];
    for (const reference of references) this.#open.add(reference);
    const shapes = this.#listShapes(schema, depth);
    for (const reference of references) this.#open.delete(reference);
    return shapes;
  }

  #listShapes(schema: JsonValue | undefined, depth: number): Shape[] {
    return this.#readObjects(schema)
      .filter(({ properties }) => properties.size > 0)
      .map(({ title, description, required, properties }) => ({
        title,
        description,
        fields: [...properties]
          .filter(([, schemas]) => !this.#isOmitted(schemas))
          .map(([name, schemas]) =>
            this.#readField(name, schemas, { isRequired: required.has(name), depth }),
          ),
      }));
  }

  #isOmitted(schemas: readonly JsonValue[]): boolean {
    const omission = this.#omission;
    if (omission === undefined) return false;
    return schemas
      .map(this.resolve)
      .some((schema) => typeof schema !== 'boolean' && schema[omission] === true);
  }

  #readObjects(value: JsonValue | undefined, level = 0): ObjectParts[] {
    const schema = this.resolve(value);
    if (typeof schema === 'boolean' || level > MAX_LEVELS) return [];
    const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
    const object: ObjectParts = {
      title: text(schema.title),
      description: text(schema.description) ?? '',
      required: new Set(Array.isArray(schema.required) ? schema.required.map(String) : []),
      properties: new Map(
        properties.map(([name, property]) => [name, property === undefined ? [] : [property]]),
      ),
    };
    const combined = this.#combine(object, schema, level + 1);
    const possible = combined.filter((alternative) => this.#isPossible(alternative));
    return possible.length === 0 ? combined : possible;
  }

  /** Combines the members of `allOf` and the alternatives of a choice with the object's own properties. */
  #combine(object: ObjectParts, schema: JsonObject, level: number): ObjectParts[] {
    const choices = Array.isArray(schema.allOf)
      ? schema.allOf.map((branch) => removeTitles(this.#readObjects(branch, level)))
      : [];
    const choice = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(choice)) {
      const options = choice.flatMap((option) => this.#readObjects(option, level));
      // A choice that only requires members (`required`) does not add shapes.
      if (options.some((option) => option.properties.size > 0)) choices.push(options);
    }
    // The object's own properties come last: they describe a property more closely than a shared part.
    choices.push([{ ...object, title: undefined, description: '' }]);
    const start: ObjectParts = { ...object, properties: new Map() };
    return choices.reduce(
      (wholes, options) =>
        wholes.flatMap((whole) => options.map((option) => mergeParts(option, whole))).slice(0, MAX_SHAPES),
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
    schemas: readonly JsonValue[],
    { isRequired, depth }: { readonly isRequired: boolean; readonly depth: number },
  ): Field {
    this.#count += 1;
    const objects = schemas.map(this.resolve).filter((resolved) => typeof resolved !== 'boolean');
    const schema: JsonObject = Object.assign({}, ...objects, enumerate(allowedValues(objects)));
    const isAbsent = objects.length === 0 && schemas.includes(false);
    const [only] = schemas;
    const whole = schemas.length > 1 ? { allOf: [...schemas] } : (only ?? schema);
    const shapes = this.readShapes(
      schema.type === 'array' ? findItems(schema, this.resolve) : whole,
      depth + 1,
    );
    return {
      name,
      type: isAbsent ? 'never present' : describeType(schema, this.resolve),
      isRequired,
      description:
        objects.map(({ description }) => text(description)).findLast((line) => line !== undefined) ?? '',
      constraints: [
        ...describeConstraints(schema),
        ...(shapes.length === 0 ? describeAlternatives(schema, this.resolve) : []),
      ],
      schemas: listSchemaNames(whole),
      shapes,
    };
  }
}

/** Lists the named schemas of a value: its own, or those of its items, members and alternatives. */
export function listSchemaNames(schema: JsonValue | undefined, level = 0): string[] {
  if (!isJsonObject(schema) || level > MAX_LEVELS) return [];
  if (typeof schema.$ref === 'string') {
    const [components, schemas, name, ...rest] = parsePointer(schema.$ref) ?? [];
    const isNamed = components === 'components' && schemas === 'schemas' && rest.length === 0;
    return isNamed && name !== undefined ? [name] : [];
  }
  const { items, additionalProperties, allOf, anyOf, oneOf } = schema;
  const branches = [items, additionalProperties, allOf, anyOf, oneOf].flat();
  const names = new Set<string>();
  for (const branch of branches) for (const name of listSchemaNames(branch, level + 1)) names.add(name);
  return [...names].slice(0, MAX_NAMES);
}

/** Finds the items of an array of arrays. */
function findItems({ items }: JsonObject, resolve: ShapeReader['resolve'], level = 0): JsonValue | undefined {
  const schema = resolve(items);
  return typeof schema === 'object' && schema.type === 'array' && level < MAX_LEVELS
    ? findItems(schema, resolve, level + 1)
    : items;
}

/** Lists the references of a schema and of the parts of its `allOf`. */
function listReferences(schema: JsonValue | undefined): string[] {
  if (!isJsonObject(schema)) return [];
  const branches = Array.isArray(schema.allOf) ? schema.allOf.filter(isJsonObject) : [];
  return [schema, ...branches].map(({ $ref }) => $ref).filter((reference) => typeof reference === 'string');
}

/** Removes the title and description of a part that is not a choice. */
function removeTitles(options: ObjectParts[]): ObjectParts[] {
  return options.length === 1
    ? options.map((option) => ({ ...option, title: undefined, description: '' }))
    : options;
}

/** Merges a branch into an object. The title of an alternative follows the title of the object that has the choice. */
function mergeParts(branch: ObjectParts, whole: ObjectParts): ObjectParts {
  const properties = new Map(whole.properties);
  for (const [name, schemas] of branch.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...schemas]);
  const titles = [whole.title, branch.title].filter((title) => title !== undefined);
  return {
    title:
      titles.length === 0
        ? undefined
        : titles.map((title, index) => (index === 0 ? title : lowerFirst(title))).join(', '),
    description: branch.description || whole.description,
    required: new Set([...branch.required, ...whole.required]),
    properties,
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
