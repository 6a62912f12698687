// Reads the JSON of a schema into its keywords. Nothing else looks into it, apart from what rewrites documents.
import {
  appendPointer,
  isJsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model';
import type { Annotations, KeywordName, WrittenKeyword } from './keyword-node.ts';
import { heldSchema, type LocatedKeywords, readNames, schemaMap, subschemas } from './keyword-readers.ts';
import { findKeywordName, KEYWORD_TABLE } from './keyword-table.ts';
import type { Keywords, NamedNodes, SchemaNode } from './schema-node.ts';

/** Finds the nodes of the schemas around one. */
export interface NodeSource {
  node: (located: LocatedSchema) => SchemaNode;
  /** The target of a reference; undefined if nothing is there. */
  resolve: (reference: string, pointer: string) => LocatedSchema | undefined;
}

/** Reads the keywords of a schema. */
export function readKeywords(source: NodeSource, located: LocatedKeywords): Keywords {
  const reader = new KeywordReader(source, located);
  return {
    type: reader.typeNames('type'),
    enum: reader.values('enum'),
    const: reader.value('const'),
    // Circles of references have no end, so the target is read when it is needed.
    get reference() {
      return reader.reference('reference');
    },
    get dynamicReference() {
      return reader.reference('dynamicReference');
    },
    allOf: reader.schemas('allOf'),
    anyOf: reader.schemas('anyOf'),
    oneOf: reader.schemas('oneOf'),
    not: reader.schema('not'),
    condition: reader.schema('condition'),
    met: reader.schema('met'),
    unmet: reader.schema('unmet'),
    minLength: reader.number('minLength'),
    maxLength: reader.number('maxLength'),
    pattern: reader.text('pattern'),
    format: reader.text('format'),
    minimum: reader.number('minimum'),
    maximum: reader.number('maximum'),
    exclusiveMinimum: reader.number('exclusiveMinimum'),
    exclusiveMaximum: reader.number('exclusiveMaximum'),
    multipleOf: reader.number('multipleOf'),
    prefix: reader.schemas('prefix'),
    items: reader.schema('items'),
    contains: reader.schema('contains'),
    minContains: reader.number('minContains'),
    maxContains: reader.number('maxContains'),
    minItems: reader.number('minItems'),
    maxItems: reader.number('maxItems'),
    uniqueItems: reader.flag('uniqueItems'),
    unevaluatedItems: reader.schema('unevaluatedItems'),
    properties: reader.named('properties'),
    required: readNames(reader.value('required')),
    additionalProperties: reader.schema('additionalProperties'),
    patternProperties: reader.named('patternProperties'),
    propertyNames: reader.schema('propertyNames'),
    minProperties: reader.number('minProperties'),
    maxProperties: reader.number('maxProperties'),
    dependentRequired: reader.namesByName('dependentRequired'),
    dependentSchemas: reader.named('dependentSchemas'),
    unevaluatedProperties: reader.schema('unevaluatedProperties'),
  };
}

class KeywordReader {
  readonly #source: NodeSource;
  readonly #located: LocatedKeywords;

  constructor(source: NodeSource, located: LocatedKeywords) {
    this.#source = source;
    this.#located = located;
  }

  value(name: KeywordName): JsonValue | undefined {
    return memberOf(this.#located.schema, KEYWORD_TABLE[name].keyword);
  }

  number(name: KeywordName): number | undefined {
    const value = this.value(name);
    return typeof value === 'number' ? value : undefined;
  }

  text(name: KeywordName): string | undefined {
    const value = this.value(name);
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: KeywordName): boolean | undefined {
    const value = this.value(name);
    return typeof value === 'boolean' ? value : undefined;
  }

  values(name: KeywordName): readonly JsonValue[] | undefined {
    const value = this.value(name);
    return Array.isArray(value) ? value : undefined;
  }

  typeNames(name: KeywordName): readonly string[] | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : [value].flat().filter((one) => typeof one === 'string');
  }

  namesByName(name: KeywordName): ReadonlyMap<string, readonly string[]> {
    const value = this.value(name);
    const entries = isJsonObject(value) ? Object.entries(value) : [];
    return new Map(entries.map(([one, names]) => [one, readNames(names)]));
  }

  schema(name: KeywordName): SchemaNode | undefined {
    const located = heldSchema(this.#located, KEYWORD_TABLE[name].keyword);
    return located && this.#source.node(located);
  }

  schemas(name: KeywordName): readonly SchemaNode[] {
    const { keyword } = KEYWORD_TABLE[name];
    return subschemas(this.#located, keyword).map((one) => this.#source.node(one));
  }

  named(name: KeywordName): NamedNodes {
    const found = schemaMap(this.#located, KEYWORD_TABLE[name].keyword);
    return new Map(found.map((one) => [one.name, this.#source.node(one.located)]));
  }

  reference(name: KeywordName): SchemaNode | undefined {
    const reference = this.text(name);
    const target =
      reference === undefined ? undefined : this.#source.resolve(reference, this.#located.pointer);
    return target && this.#source.node(target);
  }
}

/** Reads the annotations of a schema. */
export function readAnnotations({ schema }: LocatedKeywords): Annotations {
  const text = (keyword: string) => {
    const value = memberOf(schema, keyword);
    return typeof value === 'string' ? value : undefined;
  };
  const example = memberOf(schema, 'example');
  const examples = memberOf(schema, 'examples');
  const discriminator = memberOf(schema, 'discriminator');
  const property = isJsonObject(discriminator) ? memberOf(discriminator, 'propertyName') : undefined;
  return {
    title: text('title'),
    description: text('description'),
    default: memberOf(schema, 'default'),
    examples: [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])],
    readOnly: memberOf(schema, 'readOnly') === true,
    writeOnly: memberOf(schema, 'writeOnly') === true,
    deprecated: memberOf(schema, 'deprecated') === true,
    contentEncoding: text('contentEncoding'),
    contentMediaType: text('contentMediaType'),
    discriminator: typeof property === 'string' ? property : undefined,
  };
}

/** Lists the keywords of a schema in the order of the document, annotations and unknown ones included. */
export function readWritten({ schema, pointer }: LocatedKeywords): WrittenKeyword[] {
  return Object.keys(schema).flatMap((keyword) => {
    const value = memberOf(schema, keyword);
    if (value === undefined) return [];
    return [{ keyword, name: findKeywordName(keyword), pointer: appendPointer(pointer, keyword), value }];
  });
}
