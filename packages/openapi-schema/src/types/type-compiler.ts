// Turns a schema into the text of a TypeScript type: of the values that it accepts, before or after defaults are
// filled in. Where a type cannot express a schema, it is wider, never narrower.
import { type Code, generic, objectType, propertyKey } from '@keyframe/openapi-codegen';
import { decidesMembers } from '../nodes/decides-members.ts';
import type { Handled } from '../nodes/handled.ts';
import { intersect, type JsonTypeName, type Types } from '../nodes/json-types.ts';
import type {
  ArrayNode,
  ObjectNode,
  PropertyNode,
  SchemaNode,
  SchemaPart,
  TypeNode,
} from '../nodes/schema-node.ts';
import { excludeValues, listForbidden } from './exclude-values.ts';
import { countedType, tupleType } from './list-types.ts';
import { findDeclaration, isImplied } from './surroundings.ts';
import { group, intersectTypes, literalType, NEVER, UNKNOWN, uniteTypes } from './type-code.ts';
import type { Step, TypeContext, TypeMember } from './type-context.ts';

const EVERY_TYPE: readonly JsonTypeName[] = ['string', 'number', 'boolean', 'null', 'array', 'object'];

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
  | 'omitted'
  | 'patterns'
  | 'properties'
  | 'required'
  | 'size'
  | 'unevaluated'
>;

/** Writes types of schemas, by the names and for the messages of a context. */
export class TypeCompiler {
  readonly #context: TypeContext;
  // The schemas around the one that is written, and the steps between them that lead into the value.
  readonly #steps: Step[] = [];
  #ancestors: SchemaNode[] = [];
  readonly #inlined = new Set<string>();
  #references = 0;

  constructor(context: TypeContext) {
    this.#context = context;
  }

  /** Writes the type of a schema, given the types that its surroundings leave possible. */
  compileType(schema: SchemaNode, surrounding?: Types): Code {
    if (schema.kind === 'never') return NEVER;
    const types = intersect(surrounding, schema.types);
    this.#ancestors.push(schema);
    const parts = excludeValues(schema.parts).filter((part) => !isImplied(part, schema));
    const codes = parts.flatMap((part) => this.#part(part, { schema, types }));
    this.#ancestors.pop();
    const type = intersectTypes(codes);
    return type === UNKNOWN ? (this.#scalar(schema, undefined) ?? type) : type;
  }

  /** Lists the members of a type that consists of nothing else; undefined for other types. */
  listMembers(schema: SchemaNode): TypeMember[] | undefined {
    const [first, ...otherParts] = schema.parts.filter(isTyping);
    const [only, ...more] = first?.kind === 'types' ? first.alternatives : [];
    if (only?.kind !== 'object' || otherParts.length + more.length > 0) return undefined;
    const members = this.#members(only, schema);
    return members.length === 0 || this.#indexType(only, schema, true) !== undefined ? undefined : members;
  }

  #part(part: SchemaPart, { schema, types }: { schema: SchemaNode; types: Types | undefined }): Code[] {
    switch (part.kind) {
      case 'literals':
        return [uniteTypes(part.values.map(literalType))];
      case 'types':
        return [uniteTypes(part.alternatives.map((type) => this.#single(type, schema)))];
      case 'guards':
        return [this.#guarded(part.guards, { schema, types })];
      case 'reference':
        return [this.#reference(part.target)];
      case 'allOf':
        return part.schemas.map((conjunct) => this.compileType(conjunct, types));
      case 'union':
        return [uniteTypes(part.branches.map((branch) => this.compileType(branch, types)))];
      case 'not':
      case 'conditional':
      case 'unevaluated':
        return [];
    }
  }

  // Keywords of strings and numbers alone do not change their types.
  #guarded(
    guards: readonly TypeNode[],
    { schema, types }: { schema: SchemaNode; types: Types | undefined },
  ): Code {
    if (!guards.some(({ kind }) => kind === 'array' || kind === 'object')) return UNKNOWN;
    const implied = this.#context.areTypesImplied ? guards.map(({ kind }) => kind) : EVERY_TYPE;
    const names = [...(types ?? implied)].filter((type) => type !== 'integer' || !types?.has('number'));
    return uniteTypes(
      names.map((type) => {
        const guard = guards.find(({ kind }) => kind === type);
        return guard ? this.#single(guard, schema) : WIDEST[type];
      }),
    );
  }

  #single(type: TypeNode, schema: SchemaNode): Code {
    switch (type.kind) {
      case 'array':
        return this.#array(type);
      case 'object':
        return this.#object(type, schema);
      case 'number':
      case 'string':
        return this.#scalar(schema, type.kind) ?? type.kind;
      case 'boolean':
      case 'null':
        return type.kind;
    }
  }

  #scalar(schema: SchemaNode, type: 'number' | 'string' | undefined): Code | undefined {
    return this.#context.writeScalar?.(schema, { type, steps: this.#steps });
  }

  // Goes into the value: what is around the schema says nothing about the schema inside.
  #inside(step: Step, schema: SchemaNode): Code {
    const ancestors = this.#ancestors;
    this.#ancestors = [];
    this.#steps.push(step);
    const type = this.compileType(schema);
    this.#steps.pop();
    this.#ancestors = ancestors;
    return type;
  }

  #array({ prefix, items, unevaluated, size }: TypedArray): Code {
    const restSchema = items ?? unevaluated;
    const { areLengthsTyped, areListsReadonly, writeRecursiveList } = this.#context;
    const modifier = areListsReadonly ? 'readonly ' : '';
    const recursive = prefix.length === 0 && items && writeRecursiveList?.(items, this.#steps);
    if (recursive) return recursive;
    const restType = restSchema ? this.#inside('item', restSchema) : UNKNOWN;
    if (prefix.length === 0) {
      const counted = areLengthsTyped ? countedType(restType, size) : undefined;
      return counted ?? (modifier ? group([`${modifier}`, group(restType), '[]']) : [group(restType), '[]']);
    }
    const first = prefix.map((item) => this.#inside('item', item));
    const isClosed = restSchema?.kind === 'never';
    return [modifier, tupleType({ first, rest: isClosed ? undefined : restType, size })];
  }

  #object(node: TypedObject, schema: SchemaNode): Code {
    const members = this.#members(node, schema).map(memberItem);
    const before = this.#references;
    const index = this.#indexType(node, schema, members.length > 0);
    // A named type may lead back here, which an index signature can do and an argument of Record cannot.
    const isNamed = this.#references > before;
    if (members.length === 0 && index !== undefined && !isNamed) return generic('Record', 'string', index);
    const signature = index === undefined ? [] : [{ code: ['[name: string]: ', index], comment: undefined }];
    return objectType([...members, ...signature]);
  }

  #members(node: ObjectNode, schema: SchemaNode): TypeMember[] {
    const { required } = node;
    const { listOmitted, sortMembers = (list) => list } = this.#context;
    const omitted = new Set([...listOmitted(node), ...listForbidden(schema.parts)]);
    const properties = sortMembers(node.properties.filter(({ name }) => !omitted.has(name)));
    const declared = properties.flatMap((property) => this.#propertyMember(property));
    const names = new Set(node.properties.map(({ name }) => name));
    const undeclared = required.filter((name) => !names.has(name) && !omitted.has(name));
    return [
      ...declared,
      ...undeclared.map((name) => this.#undeclaredMember(name)),
      ...listForbidden(schema.parts).map((name) => createMember(name, NEVER, true)),
    ];
  }

  #propertyMember({ name, schema, isRequired }: PropertyNode): TypeMember[] {
    const type = this.#inside('member', schema);
    const isFilled = this.#context.areDefaultsFilled === true && schema.fallback !== undefined;
    const isOptional = !isRequired && !isFilled;
    // A member that may not be there has no type to speak of: `never` would forbid the object itself.
    if (type === NEVER && !isOptional) return [];
    const isReadonly = this.#context.isReadonly?.(schema) ?? false;
    return [{ name, type, isOptional, isReadonly, comment: this.#context.describe(schema) }];
  }

  // Another part of the value's schema may declare the member.
  #undeclaredMember(name: string): TypeMember {
    const declaration = findDeclaration(name, this.#ancestors);
    return createMember(name, declaration ? this.#inside('member', declaration) : UNKNOWN, false);
  }

  // An index signature speaks of named members too, so beside them it can say no more than `unknown`.
  #indexType(node: ObjectNode, schema: SchemaNode, hasMembers: boolean): Code | undefined {
    const { additional, unevaluated, patterns } = node;
    const restSchema = additional ?? (decidesMembers(schema) ? unevaluated : undefined);
    if (hasMembers) {
      const isOpen = patterns.length > 0 || (restSchema !== undefined && restSchema.kind !== 'never');
      return isOpen ? UNKNOWN : undefined;
    }
    const restType = restSchema ? this.#inside('member', restSchema) : UNKNOWN;
    return uniteTypes([...patterns.map((pattern) => this.#inside('member', pattern.schema)), restType]);
  }

  #reference(target: SchemaNode): Code {
    const name = this.#context.nameReference(target, this.#steps);
    if (name !== undefined) {
      this.#references += 1;
      return name;
    }
    if (this.#inlined.has(target.pointer)) return UNKNOWN;
    this.#inlined.add(target.pointer);
    const type = this.compileType(target);
    this.#inlined.delete(target.pointer);
    return type;
  }
}

// Whether a part leaves something of a type to be written.
function isTyping({ kind }: SchemaPart): boolean {
  return kind !== 'not' && kind !== 'conditional' && kind !== 'unevaluated';
}

function createMember(name: string, type: Code, isOptional: boolean): TypeMember {
  return { name, type, isOptional, comment: undefined };
}

/** Writes a member of a type. */
export function memberItem({ name, isOptional, isReadonly, type, comment }: TypeMember) {
  const key = `${isReadonly ? 'readonly ' : ''}${propertyKey(name)}${isOptional ? '?' : ''}: `;
  return { code: [key, type], comment };
}
