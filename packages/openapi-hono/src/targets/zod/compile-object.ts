import { isJsonObject, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { bracket, type Code, jsonCode, list, object, quote } from '@keyframe/openapi-model/generator';
import type { Diagnostics } from '../../diagnostics.ts';
import type { Place } from '../../schema/keyword-readers.ts';
import { namesOf, readNumber, schemaMap } from '../../schema/keyword-readers.ts';
import { isInheritedName } from '../../schema/keywords.ts';
import { bounds, compilePattern } from './compile-scalars.ts';
import type { ZodPrinter } from './zod-printer.ts';

/** Compiles the keywords about objects, into parts that all apply. */
export function compileObject(compiler: ZodPrinter, place: Place): Code[] {
  const properties = schemaMap(place, 'properties');
  const requiredNames = namesOf(memberOf(place.schema, 'required'));
  const patterns = patternsOf(compiler, place);
  const isClosed = memberOf(place.schema, 'additionalProperties') === false && patterns.length === 0;
  const inherited = [...properties.map(({ name }) => name), ...requiredNames].filter(isInheritedName);
  const undeclared = requiredNames.filter((name) => !properties.some((property) => property.name === name));
  const shape = object([
    ...properties
      .filter(({ name }) => !isInheritedName(name))
      .map(({ name, located }) =>
        propertyOf(compiler, { name, located, isRequired: requiredNames.includes(name) }),
      ),
    ...undeclared
      .filter((name) => !isInheritedName(name))
      .map((name): [string, Code] => [name, 'z.unknown()']),
  ]);
  const isMap = properties.length === 0 && requiredNames.length === 0 && patterns.length === 0;
  if (isMap && isJsonObject(memberOf(place.schema, 'additionalProperties'))) {
    const member = compiler.compileMember(place, 'additionalProperties') ?? 'z.unknown()';
    return [compiler.runtime('record', member), ...otherParts(compiler, place)];
  }
  const isStrict = isClosed && inherited.length === 0;
  const parts: Code[] = [callWith(isStrict ? 'z.strictObject(' : 'z.looseObject(', shape)];
  parts.push(...inheritedParts(compiler, properties, requiredNames));
  if (patterns.length > 0) {
    const pairs = patterns.map(({ pattern, schema }) => list([pattern, schema]));
    parts.push(compiler.runtime('patternProperties', ...pairs));
  }
  if (!isStrict) parts.push(...additional(compiler, place, { named: properties, patterns }));
  return [...parts, ...otherParts(compiler, place)];
}

function callWith(open: string, argument: Code): Code {
  if (typeof argument === 'object' && 'items' in argument) {
    return { ...argument, open: `${open}${argument.open}`, close: `${argument.close})` };
  }
  return [open, argument, ')'];
}

interface Property {
  name: string;
  located: LocatedSchema;
}

function propertyOf(
  compiler: ZodPrinter,
  { name, located, isRequired }: Property & { isRequired: boolean },
): [string, Code] {
  const code = compiler.nested(located);
  return [name, isRequired ? code : compileOptional(compiler, code, located)];
}

/** Makes a compiled schema one of a member that may be left out: its default is filled in where it has one. */
export function compileOptional(compiler: ZodPrinter, code: Code, located: LocatedSchema): Code {
  const fallback = compiler.graph.defaultOf(located);
  if (fallback === undefined) {
    if (compiler.graph.defaultsOf(located).length > 1) tellAmbiguous(compiler.warnings, located);
    return [code, '.exactOptional()'];
  }
  compiler.defaults.push({ located, value: fallback });
  // The default of an object may itself leave members to be filled in.
  if (isJsonObject(fallback)) return [code, '.prefault(() => (', jsonCode(fallback), '))'];
  return [code, '.default(', jsonCode(fallback), ')'];
}

function tellAmbiguous(warnings: Diagnostics, { pointer }: LocatedSchema): void {
  const message = 'The parts of the schema have different defaults, so none is filled in.';
  warnings.add(pointer, message, 'Give the schema one of its own.');
}

function inheritedParts(
  compiler: ZodPrinter,
  properties: readonly Property[],
  requiredNames: readonly string[],
): Code[] {
  const parts: Code[] = [];
  const inherited = properties.filter(({ name }) => isInheritedName(name));
  if (inherited.length > 0) {
    const entries = inherited.map(({ name, located }) => list([quote(name), compiler.nested(located)]));
    parts.push(compiler.runtime('members', ...entries));
  }
  const needed = requiredNames.filter(isInheritedName);
  if (needed.length > 0) parts.push(compiler.runtime('required', ...needed.map(quote)));
  return parts;
}

interface Pattern {
  pattern: Code;
  schema: Code;
}

function patternsOf(compiler: ZodPrinter, place: Place): Pattern[] {
  return schemaMap(place, 'patternProperties').flatMap(({ name, located }) => {
    const pattern = compilePattern(compiler, name, located.pointer);
    return pattern === undefined ? [] : [{ pattern, schema: compiler.nested(located) }];
  });
}

function additional(
  compiler: ZodPrinter,
  place: Place,
  except: { named: readonly Property[]; patterns: readonly Pattern[] },
): Code[] {
  const schema = compiler.compileMember(place, 'additionalProperties');
  if (schema === undefined || schema === 'z.unknown()') return [];
  const told = object([
    ['names', except.named.length > 0 ? list(except.named.map(({ name }) => quote(name))) : undefined],
    [
      'patterns',
      except.patterns.length > 0 ? list(except.patterns.map(({ pattern }) => pattern)) : undefined,
    ],
  ]);
  return [compiler.runtime('additionalProperties', schema, told)];
}

function otherParts(compiler: ZodPrinter, place: Place): Code[] {
  const parts: Code[] = [];
  const nameSchema = compiler.compileMember(place, 'propertyNames');
  if (nameSchema !== undefined) parts.push(compiler.runtime('propertyNames', nameSchema));
  const min = readNumber(place, 'minProperties');
  const max = readNumber(place, 'maxProperties');
  if (min !== undefined || max !== undefined) parts.push(compiler.runtime('propertyCount', bounds(min, max)));
  const dependent = memberOf(place.schema, 'dependentRequired');
  if (isJsonObject(dependent)) parts.push(compiler.runtime('dependentRequired', jsonCode(dependent)));
  const schemas = schemaMap(place, 'dependentSchemas');
  if (schemas.length > 0) {
    const pairs = schemas.map(({ name, located }) =>
      bracket('[', [quote(name), compiler.nested(located)], ']'),
    );
    parts.push(compiler.runtime('dependentSchemas', ...pairs));
  }
  return parts;
}
