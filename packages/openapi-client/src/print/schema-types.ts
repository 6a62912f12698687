// Types of schemas, as openapi-typescript reads them: users move from it without a change of their code.

import { quote } from '@keyframe/openapi-codegen';
import { appendPointer, isSchema } from '@keyframe/openapi-model/document';
import type { Handled } from '@keyframe/openapi-schema/keywords';
import { printArray } from './array-types.ts';
import type { Discriminators } from './discriminators.ts';
import { schemaComment } from './doc-comment.ts';
import { listEntries, sortEntries } from './entries.ts';
import { literalType } from './literal-types.ts';
import { memberKey } from './member-key.ts';
import { isComposedNull, isComposition, isNullable } from './nullable-types.ts';
import { RecursiveTypes } from './recursive-types.ts';
import type { References } from './references.ts';
import { isRequestName } from './request-names.ts';
import type { InnerPrinter, MessageSchema, Position, PrintedComponent } from './schema-printer.ts';
import { followReferences, replaceKeywords, type TypeNode, type TypeNodes } from './type-node.ts';
import { ANYTHING, atom, intersect, isPrimitive, NOTHING, NULL, type TypeText, unite } from './type-text.ts';
import type { PrintOptions } from './types-options.ts';

const SCALARS: ReadonlyMap<unknown, TypeText> = new Map([
  ['null', NULL],
  ['string', atom('string')],
  ['number', atom('number')],
  ['integer', atom('number')],
  ['boolean', atom('boolean')],
]);

type PrintedKeyword =
  | 'additionalProperties'
  | 'allOf'
  | 'anyOf'
  | 'const'
  | 'enum'
  | 'items'
  | 'maxItems'
  | 'minItems'
  | 'oneOf'
  | 'patternProperties'
  | 'prefix'
  | 'properties'
  | 'reference'
  | 'required'
  | 'type';

// Annotations to types, and keywords that types cannot express, or only those of generated clients do.
type OmittedKeyword =
  | 'condition'
  | 'contains'
  | 'dependentRequired'
  | 'dependentSchemas'
  | 'dynamicReference'
  | 'exclusiveMaximum'
  | 'exclusiveMinimum'
  | 'format'
  | 'maxContains'
  | 'maxLength'
  | 'maxProperties'
  | 'maximum'
  | 'met'
  | 'minContains'
  | 'minLength'
  | 'minProperties'
  | 'minimum'
  | 'multipleOf'
  | 'not'
  | 'pattern'
  | 'propertyNames'
  | 'unevaluatedItems'
  | 'unevaluatedProperties'
  | 'uniqueItems'
  | 'unmet';

type Keywords = Handled<TypeNode['keywords'], OmittedKeyword | PrintedKeyword>;

/** Prints schemas. */
export class SchemaTypes implements InnerPrinter {
  /** Whether the helper `WithRequired` is used. */
  needsRequired = false;
  /** Whether the helper `RecursiveList` is used. */
  needsRecursiveList = false;
  readonly options: PrintOptions;
  readonly nodes: TypeNodes;
  readonly #references: References;
  readonly #discriminators: Discriminators;
  readonly #inlined = new Set<string>();
  readonly #recursive = new RecursiveTypes();

  constructor(
    nodes: TypeNodes,
    { references, discriminators }: { references: References; discriminators: Discriminators },
    options: PrintOptions,
  ) {
    this.nodes = nodes;
    this.#references = references;
    this.#discriminators = discriminators;
    this.options = options;
  }

  // Reads a schema of the document; undefined for anything else.
  #read({ value: schema, pointer }: MessageSchema): TypeNode | undefined {
    if (isSchema(schema)) return this.nodes.node({ schema, pointer });
    this.options.onDefect?.(pointer);
    return undefined;
  }

  printSchema(schema: MessageSchema, at: Position): TypeText {
    const node = this.#read(schema);
    return node ? this.print(node, at) : NOTHING;
  }

  listTypes(schema: MessageSchema): readonly string[] {
    return this.#read(schema)?.keywords.type ?? [];
  }

  printComponents({ indent }: Position): PrintedComponent[] {
    return listEntries(this.#references.components.schemas, this.options).map(([name, value]) => {
      const pointer = appendPointer('#', 'components', 'schemas', name);
      const node = this.#read({ value, pointer });
      if (node === undefined) return { name, comment: '', type: NOTHING.text };
      const at = { indent, isRequest: isRequestName(`schemas ${name}`), pointer, root: node };
      return { name, comment: schemaComment(node, indent), type: this.print(node, at).text };
    });
  }

  /** Prints the type of a schema. */
  print(written: TypeNode, at: Position): TypeText {
    if (written.kind === 'any') return ANYTHING;
    if (written.kind === 'never') return NOTHING;
    const { reference } = written.keywords;
    if (reference) return this.#reference(reference, at);
    const node = this.#discriminators.patch(written, at.pointer);
    const { const: constant } = node.keywords;
    if (constant !== undefined && constant !== null) return literalType(constant);
    return printEnum(node) ?? this.#composition(node, at);
  }

  /** Prints the members of an object schema that are separated by lines. */
  member(name: string, node: TypeNode, at: Position & { isOptional: boolean }): string {
    const isReadonly = this.options.immutable || node.annotations.readOnly;
    const inner = { indent: at.indent, isRequest: at.isRequest || isRequestName(name) };
    const type = this.print(node, inner);
    const key = `${isReadonly ? 'readonly ' : ''}${memberKey(name)}${at.isOptional ? '?' : ''}`;
    return `${schemaComment(node, at.indent)}${at.indent}${key}: ${type.text};\n`;
  }

  printRecursiveList(node: TypeNode, at: Position): TypeText | undefined {
    const name = this.#recursive.findItems(node, at);
    if (name === undefined) return undefined;
    this.needsRecursiveList = true;
    return atom(`RecursiveList<${quote(name)}>`);
  }

  #reference(target: TypeNode, at: Position): TypeText {
    const leadsBack = this.#recursive.leadsBack(target, at);
    // The compiler rejects a type that consists of itself.
    if (leadsBack === 'inPlace' || (leadsBack && at.isItem)) return ANYTHING;
    const path = this.#references.findPath(target.pointer);
    if (path !== undefined) return atom(path);
    // No member of the types: the target is printed here.
    if (this.#inlined.has(target.pointer)) return ANYTHING;
    this.#inlined.add(target.pointer);
    const type = this.print(target, { ...at, pointer: undefined });
    this.#inlined.delete(target.pointer);
    return type;
  }

  #composition(node: TypeNode, at: Position): TypeText {
    const { type, allOf, anyOf, oneOf, required }: Keywords = node.keywords;
    const core = this.#core(node, at);
    const parts = [...(core ? [core] : []), ...this.#conjuncts(allOf, required, at)];
    const own = parts.length > 0 ? [intersect(parts)] : [];
    const alternatives = this.#printAll(anyOf, at);
    const united = alternatives.length > 0 ? [unite([...own, ...alternatives])] : own;
    const found = joinBranches(united, this.#printAll(oneOf, at));
    if (found === undefined && type === undefined) return isBytes(node) ? atom('string') : ANYTHING;
    const empty = `Record<string, ${this.options.emptyObjectsUnknown ? 'unknown' : 'never'}>`;
    const printed = found ?? atom(empty);
    return isComposedNull(node) || node.annotations.nullable ? unite([printed, NULL]) : printed;
  }

  #printAll(list: readonly TypeNode[], at: Position): TypeText[] {
    const inner = { ...at, pointer: undefined };
    return list.map((node) => this.print(node, inner));
  }

  // Required names also apply to the members of the schemas that it extends.
  #conjuncts(list: readonly TypeNode[], required: readonly string[], at: Position): TypeText[] {
    const inner = { ...at, pointer: undefined };
    return list.map((item) => {
      const type = this.#conjunct(item, required, inner);
      const replaced = this.#discriminators.findReplaced(item);
      return replaced === undefined ? type : atom(`Omit<${type.text}, ${quote(replaced)}>`);
    });
  }

  #conjunct(item: TypeNode, names: readonly string[], at: Position): TypeText {
    const { reference, required } = item.keywords;
    if (!reference) {
      const isMore = item.kind === 'keywords' && names.length > 0;
      return this.print(isMore ? replaceKeywords(item, { required: [...names, ...required] }) : item, at);
    }
    const type = this.print(item, at);
    const target = followReferences(reference);
    if (target === undefined || this.#discriminators.isHandled(reference.pointer)) return type;
    const own = names.filter((name) => target.keywords.properties.has(name));
    if (own.length === 0) return type;
    this.needsRequired = true;
    const keys = [...new Set(own)].map(quote).join(' | ');
    // Null has no members, so it stays as it is.
    if (!isNullable(target)) return atom(`WithRequired<${type.text}, ${keys}>`);
    return unite([atom(`WithRequired<NonNullable<${type.text}>, ${keys}>`), NULL]);
  }

  #core(node: TypeNode, at: Position): TypeText | undefined {
    const { type = [] } = node.keywords;
    if (type.length > 1) return this.#severalTypes(node, type, at);
    const scalar = SCALARS.get(type[0]);
    if (scalar) return scalar;
    if (type[0] === 'array') return printArray(this, node, { ...at, pointer: undefined });
    return this.#object(node, at);
  }

  // Each type with the keywords that apply to it; the schemas that it is composed of are printed once, around all.
  #severalTypes(node: TypeNode, types: readonly string[], at: Position): TypeText | undefined {
    const isComposed = isComposition(node);
    const repeated = node.keywords.oneOf.flatMap((branch) => branch.keywords.type ?? []);
    const printed = types.flatMap((type) => {
      if (type === 'null') return isComposed ? [] : [NULL];
      if (repeated.includes(type) && type !== 'array' && type !== 'object') return [];
      const inner = { ...at, pointer: undefined };
      const single = replaceKeywords(node, { type: [type], oneOf: [], allOf: [], anyOf: [] });
      const own = isComposed ? this.#core(single, inner) : this.print(single, inner);
      return own ? [own] : [];
    });
    return printed.length === 0 ? undefined : unite(printed);
  }

  #object(node: TypeNode, at: Position): TypeText | undefined {
    const { properties, required: names } = node.keywords;
    const inner = { indent: `${at.indent}  `, isRequest: at.isRequest };
    const constant = this.#discriminators.findConstant(node, at.pointer);
    const isDeclared = constant !== undefined && isConstant(properties.get(constant[0]));
    const members =
      constant === undefined || isDeclared ? [] : [this.#constantMember(constant, inner.indent)];
    const required = new Set(names);
    for (const [name, member] of sortEntries([...properties], this.options)) {
      if (name === constant?.[0] && !isDeclared) continue;
      const isPresent = required.has(name) || (this.#hasDefault(member) && !inner.isRequest);
      members.push(this.member(name, member, { ...inner, isOptional: !isPresent }));
    }
    const index = this.#indexTypes(node, at);
    const own = members.length === 0 ? [] : [atom(`{\n${members.join('')}${at.indent}}`)];
    const others = index.length === 0 ? [] : [indexType(unite(index), this.options)];
    const parts = [...own, ...others];
    return parts.length === 0 ? undefined : intersect(parts);
  }

  #constantMember([property, value]: readonly [string, string], indent: string): string {
    const modifier = this.options.immutable ? 'readonly ' : '';
    return `${indent}${modifier}${memberKey(property)}: ${literalType(value).text};\n`;
  }

  #hasDefault(member: TypeNode): boolean {
    return this.options.defaultNonNullable !== false && member.annotations.default !== undefined;
  }

  #indexTypes({ keywords: { additionalProperties, patternProperties } }: TypeNode, at: Position): TypeText[] {
    const isOpen = additionalProperties && additionalProperties.kind !== 'never';
    const patterns = sortEntries([...patternProperties], this.options).map(([, pattern]) => pattern);
    const inner = { indent: at.indent, isRequest: at.isRequest };
    return this.#printAll([...(isOpen ? [additionalProperties] : []), ...patterns], inner);
  }
}

// A schema that declares the values of its discriminator needs none that are derived from its name.
function isConstant(property: TypeNode | undefined): boolean {
  return property?.keywords.const !== undefined || property?.keywords.enum !== undefined;
}

function indexType(type: TypeText, { immutable }: PrintOptions): TypeText {
  return atom(`{ ${immutable ? 'readonly ' : ''}[key: string]: ${type.text} }`);
}

function joinBranches([own]: readonly TypeText[], branches: readonly TypeText[]): TypeText | undefined {
  if (branches.length === 0 || own === undefined) return branches.length === 0 ? own : unite(branches);
  return branches.every(isPrimitive) ? unite([own, ...branches]) : intersect([own, unite(branches)]);
}

// The form of `format: binary` in OpenAPI 3.1.
function isBytes({ annotations: { contentMediaType } }: TypeNode): boolean {
  return contentMediaType === 'application/octet-stream';
}

function printEnum(node: TypeNode): TypeText | undefined {
  const { enum: values, type = [], properties, additionalProperties } = node.keywords;
  if (values === undefined || (type.length === 1 && type[0] === 'object')) return undefined;
  if (properties.size > 0 || additionalProperties !== undefined) return undefined;
  return unite([...values.map(literalType), ...(isNullable(node) ? [NULL] : [])]);
}
