// Turns a schema into the text of a TypeScript type: of the values that it accepts, before or after defaults are
// filled in. Where a type cannot express a schema, it is wider, never narrower.

import type { JsonValue } from '@keyframe/openapi-model';
import type {
  ArrayNode,
  Handled,
  ObjectNode,
  PropertyNode,
  SchemaNode,
  SchemaPart,
  TypeNode,
} from '@keyframe/openapi-schema';
import { intersect, type JsonTypeName, type Types } from '@keyframe/openapi-schema';
import {
  bracket,
  type Code,
  isOperation,
  object,
  operation,
  print,
  propertyKey,
  quote,
} from '@keyframe/openapi-tooling/generator';
import type { ComponentNames } from '../../naming/component-names.ts';

/** Says which type of a schema is meant: before (`input`) or after (`output`) defaults are filled in. */
export type TypeMode = 'input' | 'output';

const EVERY_TYPE: readonly JsonTypeName[] = ['string', 'number', 'boolean', 'null', 'array', 'object'];
const UNKNOWN = 'unknown';

const WIDEST: Readonly<Record<JsonTypeName, Code>> = {
  array: 'unknown[]',
  boolean: 'boolean',
  integer: 'number',
  null: 'null',
  number: 'number',
  object: 'Record<string, unknown>',
  string: 'string',
};

// Each member is in the type, or no type can express it.
type TypedArray = Handled<
  ArrayNode,
  'contains' | 'isBare' | 'isUnique' | 'items' | 'kind' | 'prefix' | 'size' | 'unevaluated'
>;
type TypedObject = Handled<
  ObjectNode,
  | 'additional'
  | 'dependentRequired'
  | 'dependentSchemas'
  | 'ignored'
  | 'isBare'
  | 'kind'
  | 'names'
  | 'patterns'
  | 'properties'
  | 'required'
  | 'size'
  | 'unevaluated'
>;

/** A member of the type of an object. */
export interface TypeMember {
  name: string;
  type: Code;
  isOptional: boolean;
  comment: string | undefined;
}

export class TypeCompiler {
  readonly mode: TypeMode;
  readonly #names: ComponentNames;
  readonly #used = new Set<string>();
  #references = 0;

  constructor(names: ComponentNames, mode: TypeMode) {
    this.#names = names;
    this.mode = mode;
  }

  /** Lists the named types that the text so far refers to. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  /** Writes the type of a schema, given the types that its surroundings leave possible. */
  compileType(schema: SchemaNode, surrounding?: Types): Code {
    if (schema.kind === 'never') return 'never';
    const types = intersect(surrounding, schema.types);
    return intersectTypes(schema.parts.flatMap((part) => this.#part(part, types)));
  }

  /** Writes the type of a member, and whether the member is optional. */
  compileMember(schema: SchemaNode, isRequired: boolean): { type: Code; isOptional: boolean } {
    const hasDefault = schema.fallback !== undefined;
    const isOptional = !isRequired && !(hasDefault && this.mode === 'output');
    return { type: this.compileType(schema), isOptional };
  }

  #part(part: SchemaPart, types: Types | undefined): Code[] {
    switch (part.kind) {
      case 'literals':
        return [uniteTypes(part.values.map(literalType))];
      case 'types':
        return [uniteTypes(part.alternatives.map((one) => this.#ofType(one)))];
      case 'guards':
        return [this.#guarded(part.guards, types)];
      case 'reference':
        return [this.#reference(part.target)];
      case 'allOf':
        return part.schemas.map((schema) => this.compileType(schema, types));
      case 'union':
        return [uniteTypes(part.branches.map((branch) => this.compileType(branch, types)))];
      case 'not':
      case 'conditional':
      case 'unevaluated':
        return [];
    }
  }

  // Keywords of strings and numbers alone do not change their types.
  #guarded(guards: readonly TypeNode[], types: Types | undefined): Code {
    if (!guards.some(({ kind }) => kind === 'array' || kind === 'object')) return UNKNOWN;
    const wanted = [...(types ?? EVERY_TYPE)].filter((type) => type !== 'integer' || !types?.has('number'));
    return uniteTypes(
      wanted.map((type) => {
        const guard = guards.find(({ kind }) => kind === type);
        return guard ? this.#ofType(guard) : WIDEST[type];
      }),
    );
  }

  #ofType(type: TypeNode): Code {
    switch (type.kind) {
      case 'array':
        return this.#array(type);
      case 'object':
        return this.#object(type);
      case 'boolean':
      case 'null':
      case 'number':
      case 'string':
        return type.kind;
    }
  }

  #array({ prefix, items, unevaluated, size }: TypedArray): Code {
    const others = items ?? unevaluated;
    const rest = others ? this.compileType(others) : UNKNOWN;
    if (prefix.length === 0) return [group(rest), '[]'];
    const needed = size.min ?? 0;
    const first = prefix.map((item, index): Code => {
      const type = this.compileType(item);
      return index < needed ? type : [group(type), '?'];
    });
    const isClosed = items?.kind === 'never';
    return bracket('[', [...first, ...(isClosed ? [] : [['...', group(rest), '[]']])], ']');
  }

  #object(node: TypedObject): Code {
    const members = this.#members(node).map(memberItem);
    const before = this.#references;
    const index = this.#indexType(node, members.length > 0);
    // A named type may lead back here, which an index signature can do and an argument of Record cannot.
    const isNamed = this.#references > before;
    if (members.length === 0 && index !== undefined && !isNamed) return ['Record<string, ', index, '>'];
    const signature = index === undefined ? [] : [{ code: ['[name: string]: ', index], comment: undefined }];
    return bracket('{', [...members, ...signature], '}');
  }

  #members({ properties, required, ignored }: ObjectNode): TypeMember[] {
    const left = new Set(this.mode === 'output' ? ignored : []);
    const declared = properties.flatMap((property) =>
      left.has(property.name) ? [] : this.#propertyMember(property),
    );
    const names = new Set(properties.map(({ name }) => name));
    const undeclared = required
      .filter((name) => !names.has(name))
      .map((name) => ({ name, type: UNKNOWN, isOptional: false, comment: undefined }));
    return [...declared, ...undeclared];
  }

  #propertyMember({ name, schema, isRequired }: PropertyNode): TypeMember[] {
    const { type, isOptional } = this.compileMember(schema, isRequired);
    // A member that may not be there has no type to speak of: `never` would forbid the object itself.
    if (type === 'never' && !isOptional) return [];
    return [{ name, type, isOptional, comment: schema.description }];
  }

  /** Lists the members of a type that consists of nothing else; undefined for other types. */
  listMembers({ parts }: SchemaNode): TypeMember[] | undefined {
    const [first, ...others] = parts.filter(isTyping);
    const [only, ...more] = first?.kind === 'types' ? first.alternatives : [];
    if (only?.kind !== 'object' || others.length + more.length > 0) return undefined;
    const members = this.#members(only);
    return members.length === 0 || this.#indexType(only, true) !== undefined ? undefined : members;
  }

  // An index signature speaks of named members too, so beside them it can say no more than `unknown`.
  #indexType({ additional, unevaluated, patterns }: ObjectNode, hasMembers: boolean): Code | undefined {
    const others = additional ?? unevaluated;
    if (hasMembers) {
      const isOpen = patterns.length > 0 || (others !== undefined && others.kind !== 'never');
      return isOpen ? UNKNOWN : undefined;
    }
    const rest = others ? this.compileType(others) : UNKNOWN;
    return uniteTypes([...patterns.map(({ schema }) => this.compileType(schema)), rest]);
  }

  #reference(target: SchemaNode): Code {
    const named = this.#names.ensureNamed(target);
    if (!named) return this.compileType(target);
    const name = this.mode === 'input' ? named.input : named.identifier;
    this.#used.add(name);
    this.#references += 1;
    return name;
  }
}

// Whether a part leaves something of a type to be written.
function isTyping({ kind }: SchemaPart): boolean {
  return kind !== 'not' && kind !== 'conditional' && kind !== 'unevaluated';
}

/** Writes a member of a type. */
export function memberItem({ name, isOptional, type, comment }: TypeMember) {
  return { code: [`${propertyKey(name)}${isOptional ? '?' : ''}: `, type], comment };
}

function literalType(value: JsonValue): Code {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return bracket('[', value.map(literalType), ']');
  if (typeof value === 'object' && value !== null) {
    return object(Object.entries(value).map(([name, member]) => [name, literalType(member ?? null)]));
  }
  return Object.is(value, -0) ? '0' : String(value);
}

function uniteTypes(types: readonly Code[]): Code {
  const distinct = distinctTypes(types).filter((type) => type !== 'never');
  if (distinct.includes(UNKNOWN)) return UNKNOWN;
  const [first, ...others] = distinct;
  if (first === undefined) return 'never';
  if (others.length === 0) return first;
  return operation('|', distinct);
}

function intersectTypes(types: readonly Code[]): Code {
  const distinct = distinctTypes(types).filter((type) => type !== UNKNOWN);
  const [first, ...others] = distinct;
  if (first === undefined) return UNKNOWN;
  if (others.length === 0) return first;
  return operation('&', distinct.map(group));
}

function distinctTypes(types: readonly Code[]): Code[] {
  if (types.length < 2) return [...types];
  return [...new Map(types.map((type) => [print(type), type])).values()];
}

function group(type: Code): Code {
  return isOperation(type) ? ['(', type, ')'] : type;
}
