import { safeParse, type z } from 'zod';
import type { Kind, ListShape, ObjectShape, Shape, TextDefinition } from './operation-definition.ts';
import { readJson, readText } from './read-text.ts';
import { isSpread, type Writing } from './split-style.ts';
import { splitWritten, type TextSource, type Written } from './written.ts';

/**
 * The possible values of texts: undefined if there are no texts, several candidate values, or a problem if the texts
 * are not written as documented. The first candidate that the schema accepts is the result.
 */
export type Reading = { values: readonly [unknown, ...unknown[]] } | { problem: string } | undefined;

/** Reads the value of a parameter, header or field; what has another type than documented stays text. */
export function readValue(definition: TextDefinition, source: TextSource): Reading {
  const { name, shape = 'string', explode = false } = definition;
  const isJson = isJsonShape(shape);
  const writing: Writing = isJson
    ? { style: 'form', explode: true }
    : { style: definition.style ?? source.style, explode };
  const written = splitWritten(name, source, writing);
  if (written === undefined) return undefined;
  const [value, ...alternatives] = readings(shape, written);
  if (value !== undefined) return { values: [value, ...alternatives] };
  // Names of a query that belong to other parameters say nothing of this one.
  const objects = listShapes(shape).filter(isObjectShape);
  const isGiven = source.texts.length > 0 || objects.some((object) => written.objects(object).length > 0);
  if (!isGiven && isSpread(writing)) return undefined;
  const text = isJson ? undefined : written.single();
  if (text !== undefined && !isStructured(shape)) return { values: [text] };
  return { problem: describeProblem(shape, source, writing) };
}

/** Creates the function that reads a value, for one that is read often: it looks at the shape once. */
export function createValueReader(definition: TextDefinition): (source: TextSource) => Reading {
  const { shape = 'string', style } = definition;
  const kinds = listShapes(shape).filter((kind) => typeof kind === 'string');
  const isText = kinds.length === listShapes(shape).length && !kinds.some((kind) => UNREAD.has(kind));
  // The other styles write a prefix, or names.
  if (!isText || (style !== undefined && style !== 'form' && style !== 'simple' && style !== 'cookie')) {
    return (source) => readValue(definition, source);
  }
  return (source) => {
    const [text, ...repetitions] = source.texts;
    if (text === undefined) return undefined;
    return repetitions.length > 0 ? readValue(definition, source) : readSingle(kinds, source.decode(text));
  };
}

/** Kinds whose texts are not read by `readText`. */
const UNREAD: ReadonlySet<string> = new Set(['file', 'json']);

function readSingle(kinds: readonly Kind[], text: string): Reading {
  const values: unknown[] = [];
  for (const kind of kinds) {
    const value = readText(text, kind as Exclude<Kind, 'file' | 'json'>);
    if (value !== undefined) values.push(value);
  }
  const [first = text, ...alternatives] = values;
  return { values: [first, ...alternatives] };
}

/** Takes the value that a schema accepts, else the first. */
export function fittest(values: readonly unknown[], schemas: readonly z.core.$ZodType[]): unknown {
  const [first, ...alternatives] = values;
  if (alternatives.length === 0 || schemas.length === 0) return first;
  const accepts = (value: unknown) => schemas.every((schema) => safeParse(schema, value).success);
  const index = values.findIndex(accepts);
  return index < 0 ? first : values[index];
}

/** Lists the names under which the members of an object may appear. */
export function memberNames(shape: Shape = 'string'): string[] {
  return listShapes(shape).flatMap((kind) => (isObjectShape(kind) ? Object.keys(kind.object) : []));
}

/** Checks whether an object accepts names that its shape does not list. */
export function isOpen(shape: Shape = 'string'): boolean {
  return listShapes(shape).some((kind) => isObjectShape(kind) && kind.others !== undefined);
}

/** Checks whether an object is among the shapes. */
export function hasObject(shape: Shape = 'string'): boolean {
  return listShapes(shape).some(isObjectShape);
}

/** Checks whether a list is among the shapes. */
export function hasList(shape: Shape = 'string'): boolean {
  return listShapes(shape).some(isListShape);
}

type SingleShape = Exclude<Shape, readonly Shape[] | { anyOf: readonly Shape[] }>;

function listShapes(shape: Shape): SingleShape[] {
  if (typeof shape === 'object' && 'anyOf' in shape) return shape.anyOf.flatMap(listShapes);
  return isSeveral(shape) ? shape.flatMap(listShapes) : [shape as SingleShape];
}

function isSeveral(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
}

function isListShape(shape: Shape): shape is ListShape {
  return typeof shape === 'object' && 'list' in shape;
}

function isObjectShape(shape: Shape): shape is ObjectShape {
  return typeof shape === 'object' && 'object' in shape;
}

/**
 * Lists what a value can be read as, in the order in which the readings are tried: an object, a list of several items,
 * a single value (as its kinds are listed: null, booleans and numbers before strings), a list of one item or none; and
 * the same with decoded delimiters.
 */
function readings(shape: Shape, written: Written): unknown[] {
  const shapes = listShapes(shape);
  const lists = shapes.filter(isListShape).flatMap((kind) => listReadings(kind, written));
  const several = lists.filter(({ length }) => length > 1);
  return [
    ...shapes.filter(isObjectShape).flatMap((kind) => objectReadings(kind, written)),
    ...several,
    ...shapes.flatMap((kind) => singleReadings(kind, written)),
    ...lists.filter((list) => !several.includes(list)),
    ...(written.decoded ? readings(shape, written.decoded) : []),
  ];
}

function singleReadings(shape: SingleShape, written: Written): unknown[] {
  const text = typeof shape === 'string' ? written.single() : undefined;
  if (text === undefined || typeof shape !== 'string' || shape === 'file') return [];
  const value = shape === 'json' ? readJson(text) : readText(text, shape);
  return value === undefined ? [] : [value];
}

function listReadings({ list }: ListShape, written: Written): unknown[][] {
  return written.lists().flatMap((items) => {
    const values = items.map((item) => readInner(list, item));
    return values.includes(undefined) ? [] : [values];
  });
}

function objectReadings(shape: ObjectShape, written: Written): object[] {
  const { object, others = 'string' } = shape;
  return written.objects(shape).flatMap((members) => {
    const entries = members.map(([name, member]): [string, unknown] => {
      const memberShape = Object.hasOwn(object, name) ? object[name] : undefined;
      return [name, readInner(memberShape ?? others, member)];
    });
    return entries.some(([, value]) => value === undefined) ? [] : [Object.fromEntries(entries)];
  });
}

// An item or a member is decided by itself, so that reading takes no more time than there is text.
function readInner(shape: Shape, written: Written): unknown {
  const values = readings(shape, written);
  const takes = typeof shape === 'object' && 'takes' in shape ? shape.takes : [];
  if (values.length > 0) return fittest(values, takes);
  if (listShapes(shape).includes('string') && written.objects({ object: {} }).length > 0)
    return readBrackets(written);
  return isStructured(shape) || isJsonShape(shape) ? undefined : written.single();
}

// A schema without a type has the shape of a text; brackets in a deep object say more, and the schema decides.
function readBrackets(written: Written): unknown {
  const text = written.single();
  if (text !== undefined) return text;
  const [list] = written.lists();
  if (list !== undefined) return list.map(readBrackets);
  const [members] = written.objects({ object: {} });
  return members && Object.fromEntries(members.map(([name, member]) => [name, readBrackets(member)]));
}

// Whether there is nothing that a single text could be.
function isStructured(shape: Shape): boolean {
  return listShapes(shape).every((kind) => isListShape(kind) || isObjectShape(kind));
}

function isJsonShape(shape: Shape): boolean {
  return listShapes(shape).every((one) => one === 'json' || (isListShape(one) && isJsonShape(one.list)));
}

function describeProblem(shape: Shape, { texts }: TextSource, { style, explode }: Writing): string {
  const isRepeated = texts.length > 1 && !hasList(shape);
  if (isJsonShape(shape)) return isRepeated ? 'must be given once' : 'must be JSON';
  if (isRepeated && !hasObject(shape)) return 'must be given once';
  return `must be written in the style ${style}${explode ? ', exploded' : ''}`;
}
