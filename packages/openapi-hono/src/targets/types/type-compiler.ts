// Turns a schema into the text of a TypeScript type: of the values that it accepts, before or after defaults are
// filled in. What a type can't say is left wider, never narrower.

import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import {
  bracket,
  type Code,
  generic,
  isOperation,
  object,
  operation,
  print,
  propertyKey,
  quote,
} from '@keyframe/openapi-model/generator';
import type { ComponentNames } from '../../schema/component-names.ts';
import {
  heldSchema,
  intersect,
  namesOf,
  type Place,
  readNumber,
  schemaMap,
  subschemas,
  type Types,
  typeNames,
} from '../../schema/keyword-readers.ts';
import { type JsonTypeName, TYPED_KEYWORDS } from '../../schema/keywords.ts';
import { literalsOf } from '../../schema/literals.ts';
import type { SchemaGraph } from '../../schema/schema-graph.ts';

/** Says which type of a schema is meant: before (`input`) or after (`output`) defaults are filled in. */
export type TypeMode = 'input' | 'output';

const EVERY_TYPE: readonly JsonTypeName[] = ['string', 'number', 'boolean', 'null', 'array', 'object'];
const UNKNOWN = 'unknown';

const IN_PLACE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'const', 'enum'];

/** A member of the type of an object. */
export interface TypeMember {
  name: string;
  type: Code;
  isOptional: boolean;
  comment: string | undefined;
}

export interface TypeShared {
  graph: SchemaGraph;
  names: ComponentNames;
}

export class TypeCompiler {
  readonly graph: SchemaGraph;
  readonly mode: TypeMode;
  readonly #names: ComponentNames;
  readonly #used = new Set<string>();

  constructor({ graph, names }: TypeShared, mode: TypeMode) {
    this.graph = graph;
    this.mode = mode;
    this.#names = names;
  }

  /** Tells which named types the text so far refers to. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  /** Writes the type of a schema, given the types that its surroundings leave possible. */
  typeOf(given: LocatedSchema, surrounding?: Types): Code {
    const located = this.graph.view(given);
    const { schema, pointer } = located;
    if (!isJsonObject(schema)) return schema ? UNKNOWN : 'never';
    const types = intersect(surrounding, this.graph.typesOf(located));
    const place = { schema, pointer };
    const unions = (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
      const branches = subschemas(place, keyword);
      return branches.length > 0 ? [union(branches.map((branch) => this.typeOf(branch, types)))] : [];
    });
    return intersection([
      this.#own(place, types),
      ...this.#reference(place),
      ...subschemas(place, 'allOf').map((part) => this.typeOf(part, types)),
      ...unions,
    ]);
  }

  /** Writes the type of a member that may be left out; whether it is there afterwards is told with it. */
  memberOf(located: LocatedSchema, isRequired: boolean): { type: Code; isOptional: boolean } {
    const hasDefault = this.graph.defaultOf(located) !== undefined;
    const isOptional = !isRequired && !(hasDefault && this.mode === 'output');
    return { type: this.typeOf(located), isOptional };
  }

  #own(place: Place, types: Types | undefined): Code {
    const declared = typeNames(memberOf(place.schema, 'type'));
    const literals = literalsOf(place.schema, declared);
    if (literals) return union(literals.values.map(literalType));
    const possible = declared ?? types;
    const isShaped = [...TYPED_KEYWORDS.object, ...TYPED_KEYWORDS.array].some(
      (keyword) => memberOf(place.schema, keyword) !== undefined,
    );
    if (!declared && !isShaped) return UNKNOWN;
    const wanted = [...(possible ?? EVERY_TYPE)].filter(
      (type) => type !== 'integer' || !possible?.has('number'),
    );
    return union(wanted.map((type) => this.#ofType(place, type)));
  }

  #ofType(place: Place, type: JsonTypeName): Code {
    switch (type) {
      case 'integer':
        return 'number';
      case 'array':
        return this.#array(place);
      case 'object':
        return this.#object(place);
      default:
        return type;
    }
  }

  #array(place: Place): Code {
    const prefix = subschemas(place, 'prefixItems');
    const items = heldSchema(place, 'items') ?? heldSchema(place, 'unevaluatedItems');
    const rest = items ? this.typeOf(items) : UNKNOWN;
    if (prefix.length === 0) return [grouped(rest), '[]'];
    const needed = readNumber(place, 'minItems') ?? 0;
    const first = prefix.map((item, index): Code => {
      const type = this.typeOf(item);
      return index < needed ? type : [grouped(type), '?'];
    });
    const isClosed = heldSchema(place, 'items')?.schema === false;
    return bracket('[', [...first, ...(isClosed ? [] : [['...', grouped(rest), '[]']])], ']');
  }

  #object(place: Place): Code {
    const members = this.#members(place).map(memberItem);
    const index = this.#indexType(place, members.length > 0);
    if (members.length === 0 && index !== undefined) return ['Record<string, ', index, '>'];
    const signature = index === undefined ? [] : [{ code: ['[name: string]: ', index], comment: undefined }];
    return bracket('{', [...members, ...signature], '}');
  }

  #members(place: Place): TypeMember[] {
    const required = namesOf(memberOf(place.schema, 'required'));
    const ignored = new Set(this.graph.ignoredMembers(place));
    const properties = schemaMap(place, 'properties');
    const declared = properties.flatMap(({ name, located }) => {
      if (ignored.has(name) && this.mode === 'output') return [];
      const { type, isOptional } = this.memberOf(located, required.includes(name));
      // A member that may not be there has no type to speak of: `never` would forbid the object itself.
      if (type === 'never' && !isOptional) return [];
      return [{ name, type, isOptional, comment: descriptionOf(located) }];
    });
    const undeclared = required
      .filter((name) => !properties.some((property) => property.name === name))
      .map((name) => ({ name, type: UNKNOWN, isOptional: false, comment: undefined }));
    return [...declared, ...undeclared];
  }

  /** Lists the members of a type that consists of nothing else; undefined for other types. */
  membersOf(given: LocatedSchema): TypeMember[] | undefined {
    const { schema, pointer } = this.graph.view(given);
    if (!isJsonObject(schema) || memberOf(schema, 'type') !== 'object') return undefined;
    const place = { schema, pointer };
    const isMore = IN_PLACE.some((keyword) => memberOf(schema, keyword) !== undefined);
    const members = isMore ? [] : this.#members(place);
    return members.length === 0 || this.#indexType(place, true) !== undefined ? undefined : members;
  }

  // An index signature speaks of named members too, so beside them it can say no more than `unknown`.
  #indexType(place: Place, hasMembers: boolean): Code | undefined {
    const additional =
      heldSchema(place, 'additionalProperties') ?? heldSchema(place, 'unevaluatedProperties');
    const patterns = schemaMap(place, 'patternProperties').map(({ located }) => located);
    if (hasMembers) {
      const isOpen = patterns.length > 0 || (additional !== undefined && additional.schema !== false);
      return isOpen ? UNKNOWN : undefined;
    }
    const others = additional ? [this.typeOf(additional)] : [UNKNOWN];
    return union([...patterns.map((located) => this.typeOf(located)), ...others]);
  }

  #reference(place: Place): Code[] {
    const [target] = this.graph.referenced(place);
    if (!target) return [];
    const identifier = this.#names.identifierOf(this.graph, target);
    if (identifier === undefined) return [this.typeOf(target)];
    const name = this.mode === 'input' ? this.#names.inputOf(this.graph, target) : identifier;
    this.#used.add(name);
    return [name];
  }
}

/**
 * Writes the type of an object before defaults are filled in by what it differs in from the one after; undefined where
 * that says no less than the type itself.
 */
export function inputByDifference(
  shared: TypeShared,
  { located, identifier }: { located: LocatedSchema; identifier: string },
  compiler: { runtimeType: (name: string, ...args: readonly Code[]) => Code },
): Code | undefined {
  const after = new TypeCompiler(shared, 'output').membersOf(located);
  const before = new TypeCompiler(shared, 'input').membersOf(located);
  if (!after || !before) return undefined;
  const outputs = new Map(after.map((member) => [member.name, member]));
  const isSame = ({ name, type }: TypeMember) => {
    const output = outputs.get(name);
    return output !== undefined && print(output.type) === print(type);
  };
  const left = before.filter((one) => isSame(one) && one.isOptional !== outputs.get(one.name)?.isOptional);
  const changed = before.filter((one) => !isSame(one));
  if (left.length === outputs.size && changed.length === 0) return generic('Partial', identifier);
  if (left.length + changed.length >= outputs.size) return undefined;
  const names: Code =
    left.length === 0
      ? 'never'
      : operation(
          '|',
          left.map(({ name }) => quote(name)),
        );
  return compiler.runtimeType(
    'Input',
    identifier,
    names,
    ...(changed.length === 0 ? [] : [bracket('{', changed.map(memberItem), '}')]),
  );
}

function memberItem({ name, isOptional, type, comment }: TypeMember) {
  return { code: [`${propertyKey(name)}${isOptional ? '?' : ''}: `, type], comment };
}

function descriptionOf({ schema }: LocatedSchema): string | undefined {
  const text = isJsonObject(schema) ? memberOf(schema, 'description') : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

function literalType(value: JsonValue): Code {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return bracket('[', value.map(literalType), ']');
  if (typeof value === 'object' && value !== null) {
    return object(Object.entries(value).map(([name, member]) => [name, literalType(member ?? null)]));
  }
  return Object.is(value, -0) ? '0' : String(value);
}

function union(types: readonly Code[]): Code {
  const distinct = distinctTypes(types).filter((type) => type !== 'never');
  if (distinct.includes(UNKNOWN)) return UNKNOWN;
  const [first, ...others] = distinct;
  if (first === undefined) return 'never';
  if (others.length === 0) return first;
  return operation('|', distinct);
}

function intersection(types: readonly Code[]): Code {
  const distinct = distinctTypes(types).filter((type) => type !== UNKNOWN);
  const [first, ...others] = distinct;
  if (first === undefined) return UNKNOWN;
  if (others.length === 0) return first;
  return operation('&', distinct.map(grouped));
}

function distinctTypes(types: readonly Code[]): Code[] {
  if (types.length < 2) return [...types];
  return [...new Map(types.map((type) => [print(type), type])).values()];
}

function grouped(type: Code): Code {
  return isOperation(type) ? ['(', type, ')'] : type;
}
