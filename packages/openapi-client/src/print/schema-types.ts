// Types of schemas, as openapi-typescript reads them: users move from it without a change of their code.
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '@keyframe/openapi-model/document';
import { quote } from '@keyframe/openapi-tooling/generator';
import { printArray } from './array-types.ts';
import type { Discriminators } from './discriminators.ts';
import { docComment } from './doc-comment.ts';
import { listEntries } from './entries.ts';
import { literalType } from './literal-types.ts';
import { memberKey } from './member-key.ts';
import type { References } from './references.ts';
import type { Position, SchemaPrinter } from './schema-printer.ts';
import { ANYTHING, atom, intersect, isPrimitive, NOTHING, NULL, type TypeText, unite } from './type-text.ts';
import type { PrintOptions } from './types-options.ts';

const SCALARS: ReadonlyMap<unknown, TypeText> = new Map([
  ['null', NULL],
  ['string', atom('string')],
  ['number', atom('number')],
  ['integer', atom('number')],
  ['boolean', atom('boolean')],
]);

/** Prints schemas. */
export class SchemaTypes implements SchemaPrinter {
  /** Whether the helper `WithRequired` is used. */
  needsRequired = false;
  readonly options: PrintOptions;
  readonly #references: References;
  readonly #discriminators: Discriminators;
  readonly #inlined = new Set<string>();

  constructor(references: References, discriminators: Discriminators, options: PrintOptions) {
    this.#references = references;
    this.#discriminators = discriminators;
    this.options = options;
  }

  /** Prints the type of a schema. */
  print(written: JsonValue | undefined, at: Position): TypeText {
    if (written === true) return ANYTHING;
    if (!isJsonObject(written)) {
      if (written !== false) this.options.onDefect?.(at.pointer ?? 'schema');
      return NOTHING;
    }
    const { $ref } = written;
    if (typeof $ref === 'string') return this.#reference($ref, at);
    const schema = this.#discriminators.patch(written, at.pointer);
    if (schema.const !== undefined && schema.const !== null) return literalType(schema.const);
    return printEnum(schema) ?? this.#composition(schema, at);
  }

  /** Prints the members of an object schema that are separated by lines. */
  member(name: string, schema: JsonValue, at: Position & { isOptional: boolean }): string {
    const isReadonly = this.options.immutable || (isJsonObject(schema) && schema.readOnly === true);
    const inner = { indent: at.indent, isRequest: at.isRequest || isRequestName(name) };
    const type = (isJsonObject(schema) && this.options.chooseType?.(schema)) || this.print(schema, inner);
    const key = `${isReadonly ? 'readonly ' : ''}${memberKey(name)}${at.isOptional ? '?' : ''}`;
    return `${docComment(schema, at.indent)}${at.indent}${key}: ${type.text};\n`;
  }

  #reference($ref: string, at: Position): TypeText {
    const path = this.#references.findPath($ref);
    if (path !== undefined) return atom(path);
    // No member of the types: the target is printed here.
    const target = this.#references.resolve($ref);
    if (target === undefined || this.#inlined.has($ref)) return ANYTHING;
    this.#inlined.add($ref);
    const type = this.print(target, { ...at, pointer: undefined });
    this.#inlined.delete($ref);
    return type;
  }

  #composition(schema: JsonObject, at: Position): TypeText {
    const { type, allOf, anyOf, oneOf } = schema;
    const core = this.#core(schema, at);
    const parts = [...(core ? [core] : []), ...this.#conjuncts(allOf, schema.required, at)];
    const own = parts.length > 0 ? [intersect(parts)] : [];
    const alternatives = this.#printAll(anyOf, at);
    const united = alternatives.length > 0 ? [unite([...own, ...alternatives])] : own;
    const found = joinBranches(united, this.#printAll(oneOf, at));
    if (found === undefined && type === undefined) return isBytes(schema) ? atom('string') : ANYTHING;
    const empty = `Record<string, ${this.options.emptyObjectsUnknown ? 'unknown' : 'never'}>`;
    const printed = found ?? atom(empty);
    return isComposedNull(schema) || schema.nullable === true ? unite([printed, NULL]) : printed;
  }

  #printAll(list: JsonValue | undefined, at: Position): TypeText[] {
    const inner = { ...at, pointer: undefined };
    return Array.isArray(list) ? list.map((one) => this.print(one, inner)) : [];
  }

  // Required names also apply to the members of the schemas that it extends.
  #conjuncts(list: JsonValue | undefined, required: JsonValue | undefined, at: Position): TypeText[] {
    const names = listNames(required);
    const inner = { ...at, pointer: undefined };
    return (Array.isArray(list) ? list : []).map((item) => {
      const type = this.#conjunct(item, names, inner);
      const replaced = this.#discriminators.findReplaced(item);
      return replaced === undefined ? type : atom(`Omit<${type.text}, ${quote(replaced)}>`);
    });
  }

  #conjunct(item: JsonValue, names: readonly string[], at: Position): TypeText {
    if (!isJsonObject(item)) return this.print(item, at);
    const { $ref } = item;
    if (typeof $ref !== 'string') {
      const all = [...names, ...listNames(item.required)];
      return this.print(all.length === 0 ? item : { ...item, required: all }, at);
    }
    const type = this.print(item, at);
    const { properties, type: types, nullable } = this.#references.resolve($ref) ?? {};
    if (!isJsonObject(properties) || this.#discriminators.isHandled(this.#references.normalize($ref)))
      return type;
    const own = names.filter((name) => memberOf(properties, name) !== undefined);
    if (own.length === 0) return type;
    this.needsRequired = true;
    const keys = [...new Set(own)].map(quote).join(' | ');
    // Null has no members, so it stays as it is.
    const isNullable = nullable === true || (Array.isArray(types) && types.includes('null'));
    if (!isNullable) return atom(`WithRequired<${type.text}, ${keys}>`);
    return unite([atom(`WithRequired<NonNullable<${type.text}>, ${keys}>`), NULL]);
  }

  #core(schema: JsonObject, at: Position): TypeText | undefined {
    const { type } = schema;
    const chosen = this.options.chooseType?.(schema);
    if (chosen) return chosen;
    if (typeof type === 'string') {
      const scalar = SCALARS.get(type);
      if (scalar) return scalar;
      if (type === 'array') return printArray(this, schema, { ...at, pointer: undefined });
    }
    if (Array.isArray(type)) return this.#severalTypes(schema, type, at);
    return this.#object(schema, at);
  }

  // Each type with the keywords that apply to it; the schemas that it is composed of are printed once, around all.
  #severalTypes(schema: JsonObject, types: readonly JsonValue[], at: Position): TypeText | undefined {
    const { oneOf, allOf: _, anyOf: __, ...rest } = schema;
    const isComposed = isComposition(schema);
    const repeated = (Array.isArray(oneOf) ? oneOf : []).map((one) =>
      isJsonObject(one) ? one.type : undefined,
    );
    const printed = types.flatMap((type) => {
      if (type === 'null') return isComposed ? [] : [NULL];
      if (repeated.includes(type) && type !== 'array' && type !== 'object') return [];
      const inner = { ...at, pointer: undefined };
      const own = isComposed ? this.#core({ ...rest, type }, inner) : this.print({ ...rest, type }, inner);
      return own ? [own] : [];
    });
    return printed.length === 0 ? undefined : unite(printed);
  }

  #object(schema: JsonObject, at: Position): TypeText | undefined {
    const { additionalProperties, patternProperties, properties } = schema;
    const inner = { indent: `${at.indent}  `, isRequest: at.isRequest };
    const constant = this.#discriminators.findConstant(schema, at.pointer);
    const isDeclared = constant !== undefined && isConstant(properties, constant[0]);
    const members =
      constant === undefined || isDeclared ? [] : [this.#constantMember(constant, inner.indent)];
    const required = new Set(listNames(schema.required));
    for (const [name, member] of listEntries(properties, this.options)) {
      if (name === constant?.[0] && !isDeclared) continue;
      const isPresent = required.has(name) || (this.#hasDefault(member) && !inner.isRequest);
      members.push(this.member(name, member, { ...inner, isOptional: !isPresent }));
    }
    const index = this.#indexTypes(additionalProperties, patternProperties, at);
    const own = members.length === 0 ? [] : [atom(`{\n${members.join('')}${at.indent}}`)];
    const others = index.length === 0 ? [] : [indexType(unite(index), this.options)];
    const parts = [...own, ...others];
    return parts.length === 0 ? undefined : intersect(parts);
  }

  #constantMember([property, value]: readonly [string, string], indent: string): string {
    const modifier = this.options.immutable ? 'readonly ' : '';
    return `${indent}${modifier}${memberKey(property)}: ${literalType(value).text};\n`;
  }

  #hasDefault(member: JsonValue): boolean {
    return this.options.defaultNonNullable !== false && isJsonObject(member) && member.default !== undefined;
  }

  #indexTypes(additional: JsonValue | undefined, patterns: JsonValue | undefined, at: Position): TypeText[] {
    const inner = { ...at, pointer: undefined };
    const isAny = additional === true || (isJsonObject(additional) && Object.keys(additional).length === 0);
    const own = isAny ? [ANYTHING] : isJsonObject(additional) ? [this.print(additional, inner)] : [];
    return [...own, ...listEntries(patterns, this.options).map(([, schema]) => this.print(schema, inner))];
  }
}

// A schema that declares the values of its discriminator needs none that are derived from its name.
function isConstant(properties: JsonValue | undefined, name: string): boolean {
  const property = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(property) && (property.const !== undefined || property.enum !== undefined);
}

function indexType(type: TypeText, { immutable }: PrintOptions): TypeText {
  return atom(`{ ${immutable ? 'readonly ' : ''}[key: string]: ${type.text} }`);
}

function joinBranches([own]: readonly TypeText[], branches: readonly TypeText[]): TypeText | undefined {
  if (branches.length === 0 || own === undefined) return branches.length === 0 ? own : unite(branches);
  return branches.every(isPrimitive) ? unite([own, ...branches]) : intersect([own, unite(branches)]);
}

// OpenAPI 3.0 allows null next to any composition.
function isComposedNull(schema: JsonObject): boolean {
  return Array.isArray(schema.type) && schema.type.includes('null') && isComposition(schema);
}

function isComposition({ allOf, anyOf, oneOf }: JsonObject): boolean {
  return allOf !== undefined || anyOf !== undefined || oneOf !== undefined;
}

// The form of `format: binary` in OpenAPI 3.1.
function isBytes({ contentMediaType }: JsonObject): boolean {
  return contentMediaType === 'application/octet-stream';
}

function printEnum(schema: JsonObject): TypeText | undefined {
  const { enum: values, type } = schema;
  if (!Array.isArray(values) || type === 'object') return undefined;
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return undefined;
  const isNullable = schema.nullable === true || (Array.isArray(type) && type.includes('null'));
  return unite([...values.map(literalType), ...(isNullable ? [NULL] : [])]);
}

function listNames(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Reports whether openapi-typescript takes what is below a name for a part of a request. */
export function isRequestName(name: string): boolean {
  return /parameters|requestBod(?:y|ies)/.test(name);
}
