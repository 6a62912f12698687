// Says how the texts of parameters and headers are read, and refuses what OpenAPI leaves undefined.

import { type Code, object, quote } from '@keyframe/openapi-codegen';
import {
  DEFAULT_STYLES,
  type Header,
  isJsonObject,
  type JsonValue,
  type MediaType,
  memberOf,
  type Parameter,
  type ParameterLocation,
  type Problem,
  type RepairName,
  repairText,
  valueAt,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { Generation } from '../../generation.ts';
import { type Clash, findShape, kindNode, type ShapeNode } from './parameter-shapes.ts';
import { describeShape, findClash, type SchemaWriter, shapeCode } from './shape-code.ts';

/** Writes the definition of a parameter. */
export function parameterDefinition(
  generation: Generation,
  compiler: SchemaWriter,
  parameter: Parameter,
): Code | undefined {
  const { location, style, explode, allowReserved } = parameter;
  return definitionCode({ generation, compiler }, parameter, { location, style, explode, allowReserved });
}

/** Writes the definitions of the headers of a response or of a part, by name. */
export function headerDefinitions(
  generation: Generation,
  compiler: SchemaWriter,
  headers: readonly Header[],
): [string, Code | undefined][] {
  return headers.map((header) => {
    const writing = { style: 'simple', explode: header.explode, allowReserved: false };
    return [header.name, definitionCode({ generation, compiler }, header, writing)];
  });
}

/** Writes what is said of a text that has a name: the kind alone where that is all. */
export function textCode(members: readonly (readonly [string, Code | undefined])[]): Code {
  const [only, ...siblings] = members.filter(([, code]) => code !== undefined);
  if (only === undefined) return quote('string');
  const isKind = only[0] === 'shape' && typeof only[1] === 'string';
  return isKind && siblings.length === 0 ? (only[1] ?? '') : object(members);
}

interface Written {
  /** Undefined for a header of a response, which has only one location. */
  location?: ParameterLocation;
  style: string;
  explode: boolean;
  allowReserved: boolean;
}

interface Emission {
  generation: Generation;
  compiler: SchemaWriter;
}

function definitionCode(
  { generation, compiler }: Emission,
  text: Parameter | Header,
  writing: Written,
): Code | undefined {
  const { name, schema, content } = text;
  const { location } = writing;
  if (name === '__proto__') return refuseName(generation, text.pointer);
  if (!schema) {
    const style = writing.style === 'whole' ? quote('whole') : undefined;
    return textCode([
      ['shape', contentKind(generation, content, text.pointer)],
      ['style', style],
    ]);
  }
  const valueShape = findShape(generation.graph.node(schema));
  // A form that is the whole query contains every name in it, so that its schema can reject those that it does not allow.
  const isKept = readMember(generation, text.pointer, 'in') === 'querystring' && !('clash' in valueShape);
  const shape = isKept ? keepOthers(valueShape) : valueShape;
  const isDefined = !location || 'clash' in shape || isApplicable(generation, text as Parameter, shape);
  const problem = isDefined ? describeClash(shape, { ...writing, schema, pointer: text.pointer }) : undefined;
  // Read leniently, such a parameter is a text already; a header of a response is not.
  if (problem) generation.errors.addProblem(location ? problem : { ...problem, repair: ALLOWED });
  if ('clash' in shape) return undefined;
  return textCode([['shape', shapeCode(compiler, shape, false)], ...styleMembers(shape, writing)]);
}

/** Reads a member of a parameter as the document states it. */
function readMember({ model }: Generation, pointer: string, name: string): JsonValue | undefined {
  const parameter = valueAt(model.document, pointer);
  return isJsonObject(parameter) ? memberOf(parameter, name) : undefined;
}

function keepOthers(shape: ShapeNode): ShapeNode {
  const objects = shape.objects.map((node) => ({ ...node, others: node.others ?? kindNode('string') }));
  return { ...shape, objects };
}

// zod leaves a member of that name out of every object, so nothing would be checked.
function refuseName(generation: Generation, pointer: string): undefined {
  generation.errors.add(pointer, 'A parameter or header cannot be named "__proto__".', 'Rename it.');
}

/** Refuses a schema whose values cannot be distinguished by their text. */
export function refuseClash(
  generation: Generation,
  { pointer }: { pointer: string },
  { shape, written }: { shape: ShapeNode | Clash; written: Pick<Written, 'explode' | 'style'> },
): void {
  const problem = describeClash(shape, { ...written, pointer });
  if (problem) generation.errors.add(pointer, problem.message, ALLOWED);
}

/** Describes a value whose text does not distinguish all values; undefined if it does. */
export function describeClash(
  shape: ShapeNode | Clash,
  {
    style,
    explode,
    schema,
    pointer,
  }: Omit<Written, 'allowReserved'> & Pick<Parameter, 'pointer'> & { schema?: Parameter['schema'] },
): (Problem & { rule: RepairName }) | undefined {
  const clash = findClash(shape, { style, explode });
  if (clash === undefined) return undefined;
  const message =
    'clash' in shape
      ? `The value cannot be parsed from its text: ${clash}.`
      : `The style "${style}"${explode ? ', exploded,' : ''} cannot represent ${clash} unambiguously.`;
  const repair = repairText(ALLOWED);
  return { rule: 'parameter-as-text', pointer: schema?.pointer ?? pointer, message, repair };
}

const ALLOWED =
  'Allowed are single values, flat lists and flat objects; use "deepObject" for what nests, or "content" with application/json.';

/** Writes how a value is serialized, unless that is the default of its location. */
export function styleMembers(
  { lists, objects }: ShapeNode,
  { location = 'header', style, explode, allowReserved }: Written,
): [string, Code | undefined][] {
  const isStructured = lists.length + objects.length > 0;
  // A single value has no members: read leniently, it has the default style of its location.
  const isStandard = style === DEFAULT_STYLES[location] || (style === 'deepObject' && !isStructured);
  return [
    ['style', isStandard ? undefined : quote(style)],
    ['explode', isStructured && explode && style !== 'deepObject' ? 'true' : undefined],
    ['allowReserved', allowReserved && location === 'query' ? 'true' : undefined],
  ];
}

function contentKind(
  generation: Generation,
  content: readonly MediaType[],
  pointer: string,
): Code | undefined {
  const [mediaType, ...surplus] = content;
  if (mediaType && surplus.length === 0 && isJson(mediaType.name)) return quote('json');
  const types = mediaType?.schema && generation.graph.node(mediaType.schema).types;
  const isText = !mediaType?.schema || (types?.size === 1 && types.has('string'));
  if (!mediaType || surplus.length > 0 || !isText) {
    const got = content.map(({ name }) => name).join(' and ') || 'none';
    const message = `A parameter or header must have exactly one media type, of JSON or text, (got ${got}).`;
    generation.errors.add(mediaType?.pointer ?? pointer, message, 'Use application/json.');
  }
  return undefined;
}

// The combinations that the table of OpenAPI 3.1 marks as not applicable are refused.
function isApplicable(generation: Generation, parameter: Parameter, shape: ShapeNode): boolean {
  const { style, explode, pointer } = parameter;
  const isSingle = shape.lists.length + shape.objects.length === 0;
  const refuse = (message: string, repair: string) => {
    generation.errors.add(pointer, message, repair);
    return false;
  };
  if (style === 'spaceDelimited' || style === 'pipeDelimited') {
    const got = `(got ${describeShape(shape)})`;
    if (isSingle) return refuse(`The style "${style}" needs a list or an object ${got}.`, 'Use "form".');
    if (explode) return refuse(`The style "${style}" cannot be exploded.`, 'Use "form".');
  }
  if (style !== 'deepObject') return true;
  if (isSingle) {
    const message = `The style "deepObject" needs an object or a list (got ${describeShape(shape)}).`;
    const repair = repairText('Use "form".');
    return generation.repair({ rule: 'deep-object-single-value', pointer, message, repair });
  }
  // The default counts as true: it is false, which leaves the style without any meaning.
  return (
    readMember(generation, pointer, 'explode') !== false ||
    refuse('The style "deepObject" must be exploded.', 'Write "explode": true.')
  );
}
