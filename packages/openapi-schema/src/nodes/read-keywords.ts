// Reads the JSON of a schema into its keywords. Nothing else looks into it, apart from what rewrites documents.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model/document';
import type { Annotations, KeywordName, KeywordValues, WrittenKeyword } from './keyword-node.ts';
import { findKeywordName, KEYWORD_TABLE, type KeywordForm } from './keyword-table.ts';
import { isAnnotation } from './keywords.ts';

/** A schema of keywords and its location. */
export interface LocatedKeywords {
  schema: JsonObject;
  pointer: string;
}

/** Finds the nodes of the schemas around one. */
export interface NodeSource<TNode> {
  node: (located: LocatedSchema) => TNode;
  /** The target of a reference; undefined if nothing is there. */
  resolve: (reference: string, pointer: string) => LocatedSchema | undefined;
  /** Receives the pointer of a keyword that should contain schemas and contains something else. */
  onMisfit?: ((pointer: string) => void) | undefined;
}

// Most schemas have few keywords, so only those are read.
const ABSENT: KeywordValues<never> = {
  type: undefined,
  enum: undefined,
  const: undefined,
  reference: undefined,
  dynamicReference: undefined,
  allOf: [],
  anyOf: [],
  oneOf: [],
  not: undefined,
  condition: undefined,
  met: undefined,
  unmet: undefined,
  minLength: undefined,
  maxLength: undefined,
  pattern: undefined,
  format: undefined,
  minimum: undefined,
  maximum: undefined,
  exclusiveMinimum: undefined,
  exclusiveMaximum: undefined,
  multipleOf: undefined,
  prefix: [],
  items: undefined,
  contains: undefined,
  minContains: undefined,
  maxContains: undefined,
  minItems: undefined,
  maxItems: undefined,
  uniqueItems: undefined,
  unevaluatedItems: undefined,
  properties: new Map<string, never>(),
  required: [],
  additionalProperties: undefined,
  patternProperties: new Map<string, never>(),
  propertyNames: undefined,
  minProperties: undefined,
  maxProperties: undefined,
  dependentRequired: new Map<string, never>(),
  dependentSchemas: new Map<string, never>(),
  unevaluatedProperties: undefined,
};

/** Reads the keywords of a schema. */
export function readKeywords<TNode>(
  source: NodeSource<TNode>,
  located: LocatedKeywords,
): KeywordValues<TNode> {
  const keywords: Partial<Record<KeywordName, unknown>> = { ...ABSENT };
  const reader = new KeywordReader(source, located);
  for (const keyword in located.schema) {
    const name = findKeywordName(keyword);
    const value = name && memberOf(located.schema, keyword);
    if (name === undefined || value === undefined) continue;
    const { form } = KEYWORD_TABLE[name];
    if (form !== 'reference') keywords[name] = reader.read(form, keyword, value);
    // Circles of references have no end, so the target is read when it is needed.
    else Object.defineProperty(keywords, name, { get: () => reader.reference(value), enumerable: true });
  }
  return keywords as KeywordValues<TNode>;
}

class KeywordReader<TNode> {
  readonly #source: NodeSource<TNode>;
  readonly #located: LocatedKeywords;

  constructor(source: NodeSource<TNode>, located: LocatedKeywords) {
    this.#source = source;
    this.#located = located;
  }

  read(form: Exclude<KeywordForm, 'reference'>, keyword: string, value: JsonValue): unknown {
    switch (form) {
      case 'any value':
        return value;
      case 'count':
      case 'number':
      case 'positive number':
        return typeof value === 'number' ? value : undefined;
      case 'flag':
        return typeof value === 'boolean' ? value : undefined;
      case 'list of values':
        return Array.isArray(value) ? value : undefined;
      case 'names':
        return readNames(value);
      case 'names by name':
        return readNamesByName(value);
      case 'schema':
        return this.#schema(keyword);
      case 'schemas':
        return this.#schemas(keyword, value);
      case 'schemas by name':
        return this.#schemasByName(keyword, value);
      case 'text':
        return typeof value === 'string' ? value : undefined;
      case 'type names':
        return typeof value === 'string' ? [value] : readNames(value);
    }
  }

  reference(value: JsonValue): TNode | undefined {
    const target = typeof value === 'string' ? this.#source.resolve(value, this.#located.pointer) : undefined;
    return target && this.#source.node(target);
  }

  #schema(keyword: string): TNode | undefined {
    const located = heldSchema(this.#located, keyword);
    if (located === undefined) this.#reportMisfit(keyword);
    return located && this.#source.node(located);
  }

  #schemas(keyword: string, value: JsonValue): readonly TNode[] {
    const schemas = subschemas(this.#located, keyword);
    if (!Array.isArray(value) || schemas.length < value.length) this.#reportMisfit(keyword);
    return schemas.map((schema) => this.#source.node(schema));
  }

  #schemasByName(keyword: string, value: JsonValue): ReadonlyMap<string, TNode> {
    const entries = schemaMap(this.#located, keyword);
    if (!isJsonObject(value) || entries.length < Object.keys(value).length) this.#reportMisfit(keyword);
    return new Map(entries.map((entry) => [entry.name, this.#source.node(entry.located)]));
  }

  #reportMisfit(keyword: string): void {
    this.#source.onMisfit?.(appendPointer(this.#located.pointer, keyword));
  }
}

function subschemas({ schema, pointer }: LocatedSchema, keyword: string): LocatedSchema[] {
  const value = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) =>
    isSchema(item) ? [{ schema: item, pointer: appendPointer(pointer, keyword, index) }] : [],
  );
}

function heldSchema({ schema, pointer }: LocatedKeywords, keyword: string): LocatedSchema | undefined {
  const value = memberOf(schema, keyword);
  return isSchema(value) ? { schema: value, pointer: appendPointer(pointer, keyword) } : undefined;
}

function schemaMap(
  { schema, pointer }: LocatedKeywords,
  keyword: string,
): { name: string; located: LocatedSchema }[] {
  const map = memberOf(schema, keyword);
  if (!isJsonObject(map)) return [];
  const base = appendPointer(pointer, keyword);
  return Object.keys(map).flatMap((name) => {
    const value = map[name];
    return isSchema(value) ? [{ name, located: { schema: value, pointer: appendPointer(base, name) } }] : [];
  });
}

function readNames(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function readNamesByName(value: JsonValue): ReadonlyMap<string, readonly string[]> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return new Map(entries.map(([name, names]) => [name, readNames(names)]));
}

const NO_ANNOTATIONS: Annotations = {
  title: undefined,
  description: undefined,
  default: undefined,
  examples: [],
  readOnly: false,
  writeOnly: false,
  deprecated: false,
  contentEncoding: undefined,
  contentMediaType: undefined,
  discriminator: undefined,
  mapping: new Map(),
  defaultMapping: undefined,
  nullable: false,
};

const TEXTS = new Set(['contentEncoding', 'contentMediaType', 'description', 'title']);
const FLAGS = new Set(['deprecated', 'nullable', 'readOnly', 'writeOnly']);

/** Reads the annotations of a schema. */
export function readAnnotations({ schema }: LocatedKeywords): Annotations {
  const annotations: Partial<Record<string, unknown>> = { ...NO_ANNOTATIONS };
  for (const keyword in schema) {
    const value = memberOf(schema, keyword);
    if (TEXTS.has(keyword) && typeof value === 'string') annotations[keyword] = value;
    else if (FLAGS.has(keyword)) annotations[keyword] = value === true;
    else if (keyword === 'default') annotations.default = value;
    else if (keyword === 'example' || keyword === 'examples') annotations.examples = readExamples(schema);
    else if (keyword === 'discriminator' && isJsonObject(value))
      Object.assign(annotations, readDiscriminator(value));
  }
  return annotations as unknown as Annotations;
}

function readExamples(schema: JsonObject): readonly JsonValue[] {
  const [example, examples] = [memberOf(schema, 'example'), memberOf(schema, 'examples')];
  return [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])];
}

function readDiscriminator(discriminator: JsonObject): Partial<Annotations> {
  const { propertyName, mapping, defaultMapping } = discriminator;
  return {
    discriminator: typeof propertyName === 'string' ? propertyName : undefined,
    mapping: isJsonObject(mapping) ? readMapping(mapping) : NO_ANNOTATIONS.mapping,
    defaultMapping: typeof defaultMapping === 'string' ? defaultMapping : undefined,
  };
}

function readMapping(mapping: JsonObject): ReadonlyMap<string, string> {
  const targets = Object.entries(mapping);
  return new Map(targets.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Lists the keywords of a schema in the order of the document, annotations and unknown ones included. */
export function readWritten({ schema, pointer }: LocatedKeywords): WrittenKeyword[] {
  return Object.keys(schema).flatMap((keyword) => {
    const value = memberOf(schema, keyword);
    if (value === undefined) return [];
    return [{ keyword, name: findKeywordName(keyword), pointer: appendPointer(pointer, keyword), value }];
  });
}

/** Reports whether a schema adds nothing to the one that it refers to. */
export function isReferenceAlone(schema: LocatedSchema['schema']): boolean {
  const keywords = isJsonObject(schema) ? Object.keys(schema) : [];
  return keywords.includes('$ref') && keywords.every((name) => name === '$ref' || isAnnotation(name));
}
