// Decides the keywords of single types.

import {
  countOf,
  findTwin,
  hasLength,
  isMultipleOf,
  isNumberOf,
  isTextOf,
  ownMember,
} from '@keyframe/openapi-runtime/client';
import { NUMBER_FORMATS, TEXT_FORMATS } from '@keyframe/openapi-runtime/formats';
import type { Handled } from '../nodes/handled.ts';
import type {
  ArrayNode,
  Bounds,
  NumberNode,
  ObjectNode,
  SchemaNode,
  StringNode,
} from '../nodes/schema-node.ts';
import { readSafePattern } from '../redos/safe-pattern.ts';
import type { Acceptor, SchemaInterpreter } from './schema-interpreter.ts';

// Each member is checked here, or by the part that applies to the whole schema.
type CheckedString = Handled<StringNode, 'format' | 'isBare' | 'kind' | 'length' | 'pattern' | 'pointer'>;

type CheckedNumber = Handled<
  NumberNode,
  'exclusiveRange' | 'format' | 'isBare' | 'isWhole' | 'kind' | 'multipleOf' | 'pointer' | 'range'
>;

type CheckedArray = Handled<
  ArrayNode,
  'contains' | 'isBare' | 'isUnique' | 'items' | 'kind' | 'prefix' | 'size' | 'unevaluated'
>;

type CheckedObject = Handled<
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

type JsonMembers = Readonly<Record<string, unknown>>;

function isWithin(
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Bounds,
  value: number,
): boolean {
  return value >= min && value <= max;
}

/** Matches a pattern; one that cannot be matched in linear time matches any text. */
export function createMatcher(pattern: string): (text: string) => boolean {
  const expression = readSafePattern(pattern)?.expression;
  return expression === undefined ? () => true : (text) => expression.test(text);
}

/** Decides the keywords of strings. */
export function interpretString(
  { assertsFormats }: SchemaInterpreter,
  { length, pattern, format }: CheckedString,
): (text: string) => boolean {
  const { min = 0, max } = length;
  const matches = pattern === undefined ? undefined : createMatcher(pattern);
  const textFormat =
    assertsFormats && format !== undefined && Object.hasOwn(TEXT_FORMATS, format)
      ? (format as keyof typeof TEXT_FORMATS)
      : undefined;
  return (text) =>
    hasLength(text, min, max) &&
    (matches === undefined || matches(text)) &&
    (textFormat === undefined || isTextOf(textFormat, text));
}

/** Decides the keywords of numbers; whether a number is whole is decided with its type. */
export function interpretNumber(
  { assertsFormats }: SchemaInterpreter,
  { range, exclusiveRange, multipleOf, format }: CheckedNumber,
): (value: number) => boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = exclusiveRange;
  const numberFormat =
    assertsFormats && format !== undefined && Object.hasOwn(NUMBER_FORMATS, format)
      ? (format as keyof typeof NUMBER_FORMATS)
      : undefined;
  return (value) =>
    isWithin(range, value) &&
    value > min &&
    value < max &&
    (multipleOf === undefined || isMultipleOf(value, multipleOf)) &&
    (numberFormat === undefined || isNumberOf(numberFormat, value));
}

/** Decides the keywords of arrays. */
export function interpretArray(
  interpreter: SchemaInterpreter,
  { size, prefix, items, contains, isUnique }: CheckedArray,
): (list: readonly unknown[]) => boolean {
  const first = prefix.map((schema) => interpreter.accept(schema));
  const acceptsItem = items && interpreter.accept(items);
  const contained = contains && interpreter.accept(contains.schema);
  const { min = 1, max } = contains?.count ?? {};
  return (list) =>
    isWithin(size, list.length) &&
    first.every((accepts, index) => index >= list.length || accepts(list[index])) &&
    (acceptsItem === undefined || list.every((item, index) => index < first.length || acceptsItem(item))) &&
    (contained === undefined || isWithin({ min, max }, countOf(list, contained))) &&
    (!isUnique || findTwin(list) === undefined);
}

/** Decides the keywords of objects. */
export function interpretObject(
  interpreter: SchemaInterpreter,
  node: CheckedObject,
): (object: JsonMembers) => boolean {
  const { properties, required, names, size } = node;
  const members = properties
    .filter(({ schema }) => !schema.isEmpty)
    .map(({ name, schema }) => ({ name, accepts: interpreter.accept(schema) }));
  const acceptsName = names && interpreter.accept(names);
  const acceptsOthers = interpretOthers(interpreter, node);
  const acceptsDependents = interpretDependents(interpreter, node);
  const isSized = size.min !== undefined || size.max !== undefined;
  return (object) =>
    required.every((name) => ownMember(object, name) !== undefined) &&
    members.every(({ name, accepts }) => {
      const member = ownMember(object, name);
      return member === undefined || accepts(member);
    }) &&
    acceptsOthers(object) &&
    (acceptsName === undefined || Object.keys(object).every(acceptsName)) &&
    (!isSized || isWithin(size, Object.keys(object).length)) &&
    acceptsDependents(object);
}

/** Decides `patternProperties` and `additionalProperties`. */
function interpretOthers(
  interpreter: SchemaInterpreter,
  { additional, patterns, properties }: CheckedObject,
): (object: JsonMembers) => boolean {
  if (additional === undefined && patterns.length === 0) return () => true;
  const matched = patterns.map(({ pattern, schema }) => {
    const isKnown = readSafePattern(pattern) !== undefined;
    return { matches: createMatcher(pattern), accepts: isKnown ? interpreter.accept(schema) : acceptAny };
  });
  const declaredNames = new Set(properties.map(({ name }) => name));
  const acceptsOther = additional && interpreter.accept(additional);
  return (object) =>
    Object.entries(object).every(([name, member]) => {
      if (member === undefined) return true;
      const matching = matched.filter(({ matches }) => matches(name));
      if (!matching.every(({ accepts }) => accepts(member))) return false;
      return (
        matching.length > 0 || declaredNames.has(name) || acceptsOther === undefined || acceptsOther(member)
      );
    });
}

function interpretDependents(
  interpreter: SchemaInterpreter,
  { dependentRequired, dependentSchemas }: CheckedObject,
): (object: JsonMembers) => boolean {
  const isPresent = (object: JsonMembers, name: string) => ownMember(object, name) !== undefined;
  const schemas = dependentSchemas.map(({ name, schema }: { name: string; schema: SchemaNode }) => ({
    name,
    accepts: interpreter.accept(schema),
  }));
  return (object) =>
    dependentRequired.every(
      ({ name, names }) => !isPresent(object, name) || names.every((key) => isPresent(object, key)),
    ) && schemas.every(({ name, accepts }) => !isPresent(object, name) || accepts(object));
}

const acceptAny: Acceptor = () => true;
