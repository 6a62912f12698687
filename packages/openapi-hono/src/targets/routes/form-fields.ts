// Says how the fields of a form body become the members of its value (OpenAPI 3.1, Encoding Object).

import { type Code, call, object, quote } from '@keyframe/openapi-codegen';
import type { Encoding, LocatedSchema, MediaType } from '@keyframe/openapi-model';
import { isJson, isMultipart } from '@keyframe/openapi-runtime/media-type';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listPossible } from '@keyframe/openapi-schema/facts';
import type { Generation } from '../../generation.ts';
import { runtime } from '../../printer/runtime.ts';
import type { SchemaCompiler } from '../zod/compile-schema.ts';
import { textsSchema } from './parameter-code.ts';
import { headerDefinitions, refuseClash, styleMembers, textCode } from './parameter-definitions.ts';
import { findShape, kindNode, type ShapeNode } from './parameter-shapes.ts';
import { isBinary, isText } from './raw-media.ts';
import { collectProperties, itemAlternatives } from './schema-parts.ts';
import { shapeCode } from './shape-code.ts';

/** Writes the definitions of the fields of a form. */
export function formFields(generation: Generation, compiler: SchemaCompiler, mediaType: MediaType): Code {
  const schemas = readParts(generation, mediaType.schema).others;
  for (const schema of schemas) refuseOther(generation, schema);
  reportUnknown(generation, mediaType);
  const fields = listFields(generation, mediaType);
  return call(
    runtime('textsOf'),
    object(fields.map((field) => [field.name, fieldCode(generation, compiler, field)])),
  );
}

/** Lists the fields of a form that are files. */
export function fileFields(generation: Generation, mediaType: MediaType): string[] {
  const files = listFields(generation, mediaType).filter(isFile);
  return files.map(({ name }) => name);
}

// OpenAPI asks for a property of that name; a field that comes all the same is read as the encoding says.
function reportUnknown(generation: Generation, { schema, encoding }: MediaType): void {
  const { named } = readParts(generation, schema);
  for (const { name, pointer } of encoding) {
    if (named.has(name)) continue;
    const message = `The encoding ${JSON.stringify(name)} matches no property of the schema.`;
    generation.warnings.add(pointer, message, 'Use the name of a property, or remove the encoding.');
  }
}

function readParts({ graph }: Generation, schema: LocatedSchema | undefined) {
  return collectProperties(schema ? listPossible(graph.node(schema)) : []);
}

interface Field {
  name: string;
  property: SchemaNode;
  encoding: Encoding | undefined;
  mediaType: MediaType;
}

// An encoding may be that of a property that the schema does not name.
function listFields(generation: Generation, mediaType: MediaType): Field[] {
  const { schema, encoding } = mediaType;
  const { named } = readParts(generation, schema);
  const names = new Set([...named.keys(), ...encoding.map(({ name }) => name)]);
  return [...names].map((name) => {
    const fieldEncoding = encoding.find((item) => item.name === name);
    const anything = { schema: true, pointer: fieldEncoding?.pointer ?? mediaType.pointer };
    const property = named.get(name)?.[0] ?? generation.graph.node(anything);
    return { name, property, encoding: fieldEncoding, mediaType };
  });
}

function fieldCode(generation: Generation, compiler: SchemaCompiler, field: Field): Code | undefined {
  const { encoding } = field;
  const shape = isStyled(encoding)
    ? styled(generation, compiler, field)
    : byMediaType(generation, compiler, field);
  if (!shape) return undefined;
  const headers = (encoding?.headers ?? []).filter((header) => !/^content-disposition$/i.test(header.name));
  const texts = headerDefinitions(generation, compiler, headers);
  const contentType = isStyled(encoding) ? undefined : encoding?.contentType;
  return textCode([
    ...shape,
    ['contentType', contentType === undefined ? undefined : quote(contentType)],
    [
      'headers',
      texts.some(([, code]) => code !== undefined)
        ? object([
            ['texts', call(runtime('textsOf'), object(texts))],
            ['schema', textsSchema(compiler, headers)],
          ])
        : undefined,
    ],
  ]);
}

// Any of the three makes the field one that is written as a parameter, and `contentType` one that is ignored.
function isStyled(encoding: Encoding | undefined): boolean {
  return (encoding?.style ?? encoding?.explode ?? encoding?.allowReserved) !== undefined;
}

type Members = [string, Code | undefined][];

function styled(
  generation: Generation,
  compiler: SchemaCompiler,
  { property, encoding }: Field,
): Members | undefined {
  const style = encoding?.style ?? 'form';
  const { explode = style === 'form', allowReserved = false } = encoding ?? {};
  const written = { location: 'query', style, explode, allowReserved } as const;
  const shape = findShape(property);
  refuseClash(generation, property, { shape, written });
  if ('clash' in shape) return undefined;
  const isStructured = shape.lists.length + shape.objects.length > 0;
  // Encoded delimiters have two readings.
  const isAmbiguous = shape.isAmbiguous || (isStructured && !explode && style !== 'deepObject');
  // Named, since it decides over the default, by which an object is JSON.
  const members = styleMembers(shape, written).filter(([name]) => name !== 'style');
  return [
    ['shape', shapeCode(compiler, { ...shape, isAmbiguous }, true)],
    ['style', isStructured ? quote(style) : undefined],
    ...members,
  ];
}

// Without a style each field is of the default media type of its schema: lists repeat the name, objects are JSON.
function byMediaType(generation: Generation, compiler: SchemaCompiler, field: Field): Members | undefined {
  const { property, encoding } = field;
  const shape = findShape(property);
  // Values in JSON have their types, so nothing has to be inferred from their text.
  const isJsonText = encoding?.contentType?.split(',').every((name) => isJson(name));
  const readShape = isJsonText ? asJson : withJson;
  const node = 'clash' in shape ? jsonNode(property) : readShape(shape);
  if (isJsonText === false && hasJson(node)) {
    const message = `A field that is an array or object must be JSON (got ${encoding?.contentType}).`;
    generation.errors.add(property.pointer, message, 'Use "contentType": "application/json", or a style.');
    return undefined;
  }
  const file = isFile(field) ? fileNode(node) : node;
  return [
    ['shape', shapeCode(compiler, file, true)],
    ['explode', file.lists.length > 0 ? 'true' : undefined],
  ];
}

function jsonNode({ types }: SchemaNode): ShapeNode {
  const isList = types?.size === 1 && types.has('array');
  return isList ? { ...kindNode(), lists: [{ list: kindNode('json') }] } : kindNode('json');
}

function fileNode({ lists }: ShapeNode): ShapeNode {
  const file = kindNode('file');
  return lists.length > 0 ? { ...kindNode(), lists: [{ list: file }] } : file;
}

// Clients write JSON as a whole or item by item, and some write a text as it is.
function asJson(shape: ShapeNode): ShapeNode {
  const lists = shape.lists.map(({ list: items }) => ({ list: asJson(items) }));
  const texts = shape.kinds.filter((kind) => kind === 'string');
  return {
    ...shape,
    kinds: ['json', ...texts],
    lists,
    objects: [],
    isAmbiguous: lists.length + texts.length > 0,
  };
}

function withJson(shape: ShapeNode): ShapeNode {
  const { lists, objects, kinds } = shape;
  const isStructured = lists.some(({ list: items }) => items.lists.length + items.objects.length > 0);
  const items = lists.map(({ list: item }) => ({ list: isStructured ? jsonItems(item) : item }));
  const own = objects.length > 0 ? (['json', ...kinds.filter((kind) => kind === 'string')] as const) : kinds;
  const isAmbiguous = objects.length > 0 ? own.length + items.length > 1 : shape.isAmbiguous;
  return {
    ...shape,
    kinds: own,
    lists: items.slice(0, isStructured ? 1 : undefined),
    objects: [],
    isAmbiguous,
  };
}

function jsonItems({ kinds, takes }: ShapeNode): ShapeNode {
  const isAmbiguous = kinds.includes('string');
  return { ...kindNode('json', ...(isAmbiguous ? (['string'] as const) : [])), isAmbiguous, takes };
}

function hasJson({ kinds, lists }: ShapeNode): boolean {
  return kinds.includes('json') || lists.some(({ list: items }) => items.kinds.includes('json'));
}

function isFile({ property, encoding, mediaType }: Field): boolean {
  if (!isMultipart(mediaType.name) || isStyled(encoding)) return false;
  const isList = property.types?.size === 1 && property.types.has('array');
  const alternatives = isList ? itemAlternatives(listPossible(property)).flat() : [property];
  return alternatives.some((node) => {
    const types = [...(node.types ?? ['string'])].filter((type) => type !== 'null');
    const isString = types.length === 1 && types[0] === 'string';
    if (!isString) return false;
    const declared = encoding?.contentType?.split(',').map((name) => name.trim());
    // A property that says nothing at all is application/octet-stream.
    return declared ? !declared.some((name) => isText(name) || isJson(name)) : isBinary(node) || node.isEmpty;
  });
}

// A field that is not named is read as text.
function refuseOther(generation: Generation, schema: SchemaNode): void {
  const { types, pointer } = schema;
  const isText = types === undefined || types.has('string');
  const isBytes = listPossible(schema).some(({ content }) => content.format === 'binary');
  if (isText && !isBytes) return;
  const got = isBytes ? 'files' : [...(types ?? [])].join(' or ');
  const message = `Undeclared fields are read as text (got ${got}).`;
  generation.errors.add(pointer, message, 'Declare them in "properties", or allow strings.');
}
