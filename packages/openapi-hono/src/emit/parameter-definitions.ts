// Says how the texts of parameters and headers are read, and refuses what OpenAPI leaves undefined.
import {
  type Header,
  isJsonObject,
  type LocatedSchema,
  type MediaType,
  memberOf,
  type Parameter,
  type ParameterLocation,
  valueAt,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import { type Code, object, quote } from '../code.ts';
import type { Generation } from '../generation.ts';
import { type Shape, shapeMembers, shapeOf } from './text-kinds.ts';

/** Lists the styles of each place, the default first (OpenAPI 3.1, Style Values). */
const STYLES: Readonly<Record<ParameterLocation, readonly [string, ...string[]]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** Writes the definition of a parameter. */
export function parameterDefinition(generation: Generation, parameter: Parameter): Code | undefined {
  const { location, style, explode, allowReserved } = parameter;
  const written: Written = { location, style, explode, allowReserved };
  return definition(generation, parameter, written);
}

/** Writes the definition of a header of a response or of a part. */
export function headerDefinition(generation: Generation, header: Header): Code | undefined {
  return definition(generation, header, { style: 'simple', explode: header.explode, allowReserved: false });
}

interface Written {
  /** Undefined for a header of a response, which has but one place. */
  location?: ParameterLocation;
  style: string;
  explode: boolean;
  allowReserved: boolean;
}

function definition(generation: Generation, text: Parameter | Header, written: Written): Code | undefined {
  const { name, schema, content } = text;
  const { location } = written;
  if (name === '__proto__') return refuseName(generation, text.pointer);
  const head: [string, Code | undefined][] = [
    ['name', quote(name)],
    ['in', location && quote(location)],
  ];
  if (!schema) return object([...head, ['kind', contentKind(generation, content, text.pointer)]]);
  const shape = shapeOf(generation, schema);
  if (!shape) {
    refuseShape(generation, schema);
    return undefined;
  }
  if (location) refuseUndefined(generation, text as Parameter, shape);
  return object([...head, ...shapeMembers(shape), ...styleMembers(shape, written)]);
}

// zod leaves a member of that name out of every object, so nothing would be checked.
function refuseName(generation: Generation, pointer: string): undefined {
  generation.refusals.add(pointer, 'A parameter or header named "__proto__" can not be kept.', 'Rename it.');
}

/** Refuses a schema whose values can't be told apart by their text. */
export function refuseShape(generation: Generation, schema: LocatedSchema): void {
  const message = 'The type of the value can not be told from its text.';
  const repair =
    'Give it one type, with items or members that are no lists or objects, or describe it by "content".';
  generation.refusals.add(schema.pointer, message, repair);
}

/** Writes how a value is written, as far as that is not the default of its place. */
export function styleMembers(
  { shape }: Shape,
  { location = 'header', style, explode, allowReserved }: Written,
): [string, Code | undefined][] {
  const [standard] = STYLES[location];
  return [
    ['style', style === standard ? undefined : quote(style)],
    ['explode', shape && explode && style !== 'deepObject' ? 'true' : undefined],
    ['allowReserved', allowReserved && location === 'query' ? 'true' : undefined],
  ];
}

function contentKind(generation: Generation, content: readonly MediaType[], pointer: string): Code {
  const [mediaType, ...others] = content;
  if (mediaType && others.length === 0 && isJson(mediaType.name)) return quote('json');
  const types = mediaType?.schema && generation.graph.typesOf(mediaType.schema);
  const isText = !mediaType?.schema || (types?.size === 1 && types.has('string'));
  if (!mediaType || others.length > 0 || !isText) {
    const message = `The media type "${mediaType?.name}" of a parameter or header is not supported.`;
    generation.refusals.add(mediaType?.pointer ?? pointer, message, 'Use one JSON media type, or text.');
  }
  return quote('string');
}

// The combinations that the table of OpenAPI 3.1 marks as not applicable.
function refuseUndefined(generation: Generation, parameter: Parameter, { shape }: Shape): void {
  const { location, style, explode, pointer } = parameter;
  const refuse = (message: string, repair: string) => generation.refusals.add(pointer, message, repair);
  if (!STYLES[location].includes(style)) {
    refuse(
      `The style "${style}" is none of a ${location} parameter.`,
      `Use one of these: ${STYLES[location].join(', ')}.`,
    );
  } else if (style === 'spaceDelimited' || style === 'pipeDelimited') {
    if (!shape) refuse(`The style "${style}" is undefined for a single value.`, 'Use "form".');
    if (explode) refuse(`The style "${style}" is undefined when it is exploded.`, 'Use "form".');
  } else if (style === 'deepObject') {
    if (shape !== 'object')
      refuse('The style "deepObject" is undefined for what is no object.', 'Use "form".');
    // The default counts as true: it is false, which leaves the style without any meaning.
    if (declaresNotExploded(generation, pointer)) {
      refuse('The style "deepObject" is undefined when it is not exploded.', 'Write "explode": true.');
    }
  }
}

function declaresNotExploded(generation: Generation, pointer: string): boolean {
  const parameter = valueAt(generation.model.document, pointer);
  return isJsonObject(parameter) && memberOf(parameter, 'explode') === false;
}
