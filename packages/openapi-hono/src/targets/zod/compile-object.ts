import {
  bracket,
  type Code,
  call,
  isIdentifier,
  jsonCode,
  list,
  object,
  propertyKey,
  quote,
} from '@keyframe/openapi-codegen';
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Diagnostics, Handled, ObjectNode, PropertyNode, SchemaNode } from '@keyframe/openapi-schema';
import { isInheritedName, readSchemaPattern } from '@keyframe/openapi-schema';
import { runtime, UNKNOWN, zod } from '../../printer/runtime.ts';
import { boundsCode, isBounded } from './compile-scalars.ts';
import type { ZodPrinter } from './zod-printer.ts';

// Each member is printed here, or by the part that applies to the whole schema.
type PrintedObject = Handled<
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

/** Compiles what is said of objects, into parts that all apply. */
export function compileObject(compiler: ZodPrinter, node: PrintedObject): Code[] {
  const { properties, required, ignored } = node;
  const patterns = compilePatterns(compiler, node);
  const declared = new Set(properties.map(({ name }) => name));
  const inherited = [...declared, ...required].filter(isInheritedName);
  const undeclared = required.filter((name) => !declared.has(name));
  const members = [
    ...properties.map((property) => compileProperty(compiler, property, ignored.includes(property.name))),
    ...undeclared.map((name): Member => ({ name, code: UNKNOWN, isOptional: false })),
  ].filter(({ name }) => !isInheritedName(name));
  const isMap = properties.length + required.length + patterns.length === 0;
  if (isMap && node.additional?.kind === 'keywords') {
    return [call(runtime('record'), compiler.nested(node.additional)), ...otherParts(compiler, node)];
  }
  const isStrict =
    node.additional?.kind === 'never' && patterns.length + inherited.length + undeclared.length === 0;
  const codes: Code[] = [objectCode(isStrict ? zod('strictObject') : zod('looseObject'), members)];
  codes.push(...inheritedParts(compiler, node));
  if (patterns.length > 0) {
    const pairs = patterns.map(({ pattern, schema }) => list([pattern, schema]));
    codes.push(call(runtime('patternProperties'), ...pairs));
  }
  if (!isStrict) codes.push(...compileAdditional(compiler, node, patterns));
  return [...codes, ...otherParts(compiler, node)];
}

/** A member of an object, or a parameter. */
export interface Member {
  name: string;
  code: Code;
  /** Whether it may be omitted, and is not filled in. */
  isOptional: boolean;
}

/** Writes an object of zod: required members first, then optional ones. */
export function objectCode(maker: Code, members: readonly Member[]): Code {
  const needed = members.filter(({ isOptional }) => !isOptional).map(memberCode);
  const optional = members.filter(({ isOptional }) => isOptional).map(memberCode);
  // Members of which nothing is said but that they are there.
  const isBare = members.length > 0 && members.every(({ code }) => code === UNKNOWN);
  if (optional.length === 0 && isBare) {
    const names = members.map(({ name }) => quote(name));
    return [maker, bracket('([', names, '])')];
  }
  if (optional.length === 0) return [maker, bracket('({', needed, '})')];
  return [maker, bracket('({', needed, '}, '), bracket('{', optional, '})')];
}

function memberCode({ name, code }: Member): Code {
  const isShorthand = isIdentifier(name) && isReferenceTo(name, code);
  return isShorthand ? code : [`${propertyKey(name)}: `, code];
}

function isReferenceTo(name: string, code: Code): boolean {
  return typeof code === 'object' && 'specifier' in code && code.specifier === name;
}

function compileProperty(
  compiler: ZodPrinter,
  { name, schema, isRequired }: PropertyNode,
  isIgnored: boolean,
): Member {
  const code = compiler.nested(schema);
  if (isIgnored) return { name, code: call(runtime('ignored'), code), isOptional: !isRequired };
  return isRequired
    ? { name, code, isOptional: false }
    : { name, ...compileOptional(compiler, code, schema) };
}

/** Makes a compiled schema optional, or fills in its default if it has one. */
export function compileOptional(compiler: ZodPrinter, code: Code, schema: SchemaNode): Omit<Member, 'name'> {
  const { fallback, defaults } = schema;
  if (fallback === undefined) {
    if (defaults.length > 1) reportAmbiguous(compiler.warnings, schema);
    return { code, isOptional: true };
  }
  compiler.defaults.push({ schema, value: fallback });
  return { code: compileDefault(code, fallback), isOptional: false };
}

function compileDefault(code: Code, fallback: JsonValue): Code {
  // The default of an object may itself leave members to be filled in.
  if (isJsonObject(fallback)) return [code, '.prefault(() => (', jsonCode(fallback), '))'];
  if (!Array.isArray(fallback)) return [code, '.default(', jsonCode(fallback), ')'];
  // TypeScript does not infer literals of the items from a type that it has to look up.
  const type = typeof code === 'object' && 'specifier' in code ? [': ', code] : '';
  return [code, '.default(()', type, ' => ', jsonCode(fallback), ')'];
}

function reportAmbiguous(warnings: Diagnostics, { pointer }: SchemaNode): void {
  const message = 'Conflicting defaults: the parts of the schema set different ones, so none is used.';
  warnings.add(pointer, message, 'Set one in the schema itself.');
}

function inheritedParts(compiler: ZodPrinter, { properties, required, ignored }: ObjectNode): Code[] {
  const codes: Code[] = [];
  const inherited = properties.filter(({ name }) => isInheritedName(name));
  if (inherited.length > 0) {
    const entries = inherited.map((property) => {
      const { name, code } = compileProperty(compiler, property, ignored.includes(property.name));
      return list([quote(name), code]);
    });
    codes.push(call(runtime('members'), ...entries));
  }
  const needed = required.filter(isInheritedName);
  if (needed.length > 0) codes.push(call(runtime('required'), ...needed.map(quote)));
  return codes;
}

interface Pattern {
  pattern: Code;
  schema: Code;
}

function compilePatterns(compiler: ZodPrinter, { patterns }: ObjectNode): Pattern[] {
  return patterns.flatMap(({ pattern: source, schema }) => {
    const reading = readSchemaPattern(source, schema.pointer);
    // The findings of the schema contain the problem.
    if ('problem' in reading) return [];
    const text = quote(reading.pattern.source);
    const isNative = reading.pattern.matcher === 'native';
    const pattern: Code = isNative ? `new RegExp(${text}, 'u')` : call(runtime('linearPattern'), text);
    return [{ pattern, schema: compiler.nested(schema) }];
  });
}

function compileAdditional(compiler: ZodPrinter, node: ObjectNode, patterns: readonly Pattern[]): Code[] {
  const schema = node.additional && compiler.nested(node.additional);
  if (schema === undefined || schema === UNKNOWN) return [];
  const names = node.properties.map(({ name }) => quote(name));
  const exclusions = object([
    ['names', names.length > 0 ? list(names) : undefined],
    ['patterns', patterns.length > 0 ? list(patterns.map(({ pattern }) => pattern)) : undefined],
  ]);
  return [call(runtime('additionalProperties'), schema, exclusions)];
}

function otherParts(compiler: ZodPrinter, node: ObjectNode): Code[] {
  const codes: Code[] = [];
  if (node.names) codes.push(call(runtime('propertyNames'), compiler.nested(node.names)));
  if (isBounded(node.size)) codes.push(call(runtime('propertyCount'), boundsCode(node.size)));
  if (node.dependentRequired.length > 0) {
    const dependent = Object.fromEntries(node.dependentRequired.map(({ name, names }) => [name, [...names]]));
    codes.push(call(runtime('dependentRequired'), jsonCode(dependent)));
  }
  if (node.dependentSchemas.length > 0) {
    const pairs = node.dependentSchemas.map(({ name, schema }) =>
      bracket('[', [quote(name), compiler.nested(schema)], ']'),
    );
    codes.push(call(runtime('dependentSchemas'), ...pairs));
  }
  return codes;
}
