/** Reads the shapes that a body can have from its schema, each with all its fields in one list. */
import type { LocatedSchema, MediaType, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { followAliases, listConjuncts, type SchemaGraph, type SchemaNode } from '@keyframe/openapi-schema';
import { describeAlternatives, describeConstraints, describeType } from './constraints.ts';
import { type ConsumersByPointer, describeConsumers } from './consumers.ts';
import { joinSchemas, listAllowed } from './joined-schema.ts';

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
export function getBodySchema({ schema, stream }: MediaType): LocatedSchema | undefined {
  return stream?.item ?? schema;
}

interface ObjectParts {
  readonly title: string | undefined;
  readonly description: string;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, readonly SchemaNode[]>;
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

interface ShapeOptions {
  /** The greatest number of levels. */
  readonly deepest?: number;
  readonly consumers?: ConsumersByPointer | undefined;
}

/** Reads the schemas of one document. */
export class ShapeReader {
  readonly #graph: SchemaGraph;
  readonly #deepest: number;
  readonly #consumers: ConsumersByPointer | undefined;
  #maxDepth: number;
  #count = 0;
  #omission: Omission | undefined;
  /** Pointers of the schemas that are being read: one that contains itself is listed once. */
  readonly #open = new Set<string>();

  constructor(graph: SchemaGraph, { deepest = 8, consumers }: ShapeOptions = {}) {
    this.#graph = graph;
    this.#consumers = consumers;
    this.#deepest = deepest;
    this.#maxDepth = deepest;
  }

  /** Lists the shapes of a body, with fewer levels if it had too many fields. */
  readBody(located: LocatedSchema | undefined, omission?: Omission): Shape[] {
    if (!located) return [];
    this.#omission = omission;
    let shapes: Shape[] = [];
    for (const depth of DEPTHS) {
      this.#maxDepth = Math.min(depth, this.#deepest);
      this.#count = 0;
      shapes = this.#readShapes([this.#graph.node(located)], 0);
      if (this.#count <= MAX_FIELDS) break;
    }
    return shapes;
  }

  /** Lists the shapes of the objects that all schemas accept: several for a choice, none for values that are no objects. */
  #readShapes(nodes: readonly SchemaNode[], depth: number): Shape[] {
    if (depth > this.#maxDepth || this.#count > MAX_FIELDS) return [];
    const pointers = listPointers(nodes);
    if (pointers.some((pointer) => this.#open.has(pointer))) return [];
    for (const pointer of pointers) this.#open.add(pointer);
    const shapes = readObjects(nodes)
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
    for (const pointer of pointers) this.#open.delete(pointer);
    return shapes;
  }

  #isOmitted(schemas: readonly SchemaNode[]): boolean {
    return this.#omission !== undefined && joinSchemas(schemas).annotations[this.#omission];
  }

  #readField(
    name: string,
    nodes: readonly SchemaNode[],
    { isRequired, depth }: { readonly isRequired: boolean; readonly depth: number },
  ): Field {
    this.#count += 1;
    // The last one describes the property most closely.
    const schema = joinSchemas(nodes.toReversed());
    const isAbsent =
      nodes.every(({ kind }) => kind !== 'keywords') && nodes.some(({ kind }) => kind === 'never');
    const { type, items } = schema.keywords;
    const isList = items !== undefined && type?.length === 1 && type.includes('array');
    const shapes = this.#readShapes(isList ? [findItems(items)] : nodes, depth + 1);
    return {
      name,
      type: isAbsent ? 'never present' : describeType(schema),
      isRequired,
      description: schema.annotations.description ?? '',
      constraints: [
        ...describeConstraints(schema),
        ...(shapes.length === 0 ? describeAlternatives(schema) : []),
        ...describeConsumers(
          this.#consumers,
          nodes.map(({ pointer }) => pointer),
        ),
      ],
      schemas: listSchemaNames(nodes),
      shapes,
    };
  }
}

/** Reads the objects that all schemas accept. */
function readObjects(nodes: readonly SchemaNode[], level = 0): ObjectParts[] {
  const [first, ...others] = nodes.map((node) => readObject(node, level));
  if (others.length === 0) return first ?? [];
  return combine(NO_PROPERTIES, [first ?? [], ...others].map(removeTitles));
}

const NO_PROPERTIES: ObjectParts = {
  title: undefined,
  description: '',
  required: new Set(),
  properties: new Map(),
};

/** Combines what a schema refers to, the parts of its `allOf` and the alternatives of a choice with its own properties. */
function readObject(written: SchemaNode, level: number): ObjectParts[] {
  const { kind, keywords, annotations } = followAliases(written);
  if (kind !== 'keywords' || level > MAX_LEVELS) return [];
  // A description beside a reference takes precedence over that of its target.
  const { title = annotations.title, description = annotations.description ?? '' } = written.annotations;
  const properties = [...keywords.properties].map(([name, schema]) => [name, [schema]] as const);
  const object = {
    title,
    description,
    required: new Set(keywords.required),
    properties: new Map(properties),
  };
  const { reference, allOf, oneOf, anyOf } = keywords;
  const choices = allOf.map((part) => removeTitles(readObject(part, level + 1)));
  if (reference) {
    const targets = readObject(reference, level + 1);
    choices.unshift(targets.map((target) => ({ ...target, description: description || target.description })));
  }
  const options = (oneOf.length > 0 ? oneOf : anyOf).flatMap((option) => readObject(option, level + 1));
  // A choice that only requires members (`required`) does not add shapes.
  if (options.some((option) => option.properties.size > 0)) choices.push(options);
  return combine(object, choices);
}

function combine(object: ObjectParts, choices: readonly (readonly ObjectParts[])[]): ObjectParts[] {
  const start: ObjectParts = { ...object, properties: new Map() };
  // The object's own properties come last: they describe a property more closely than a shared part.
  const combined = [...choices, [{ ...object, title: undefined, description: '' }]].reduce<ObjectParts[]>(
    (wholes, options) =>
      wholes.flatMap((whole) => options.map((option) => mergeParts(option, whole))).slice(0, MAX_SHAPES),
    [start],
  );
  const possible = combined.filter(isPossible);
  return possible.length === 0 ? combined : possible;
}

/** Reports whether each required property has a value that all of its schemas allow. */
function isPossible({ required, properties }: ObjectParts): boolean {
  return [...required].every((name) => listAllowed(properties.get(name) ?? [])?.length !== 0);
}

/** Lists the named schemas of a value: its own, or those of its items, members and alternatives. */
export function listSchemaNames(nodes: readonly SchemaNode[], level = 0): string[] {
  const names = new Set<string>();
  for (const { component, keywords } of level > MAX_LEVELS ? [] : nodes) {
    const { items, additionalProperties, anyOf, oneOf } = keywords;
    const children = [items, additionalProperties, ...listConjuncts({ keywords }), ...anyOf, ...oneOf];
    const schemas = children.filter((node) => node !== undefined);
    for (const name of component === undefined ? listSchemaNames(schemas, level + 1) : [component])
      names.add(name);
  }
  return [...names].slice(0, MAX_NAMES);
}

/** Finds the items of an array of arrays. */
function findItems(node: SchemaNode, level = 0): SchemaNode {
  const { type, items } = followAliases(node).keywords;
  return items && type?.includes('array') && level < MAX_LEVELS ? findItems(items, level + 1) : node;
}

/** Lists the pointers of schemas, and of what they and the parts of their `allOf` refer to, unless that has a name. */
function listPointers(nodes: readonly SchemaNode[]): string[] {
  const unnamed = nodes.filter(({ component }) => component === undefined);
  const referring = [nodes, ...unnamed.map(({ keywords }) => keywords.allOf)].flat();
  const targets = referring.map(({ keywords }) => keywords.reference).filter((node) => node !== undefined);
  return [...nodes, ...targets].map(({ pointer }) => pointer);
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
