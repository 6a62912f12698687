// Says how the fields of a form body become the members of its value (OpenAPI 3.1, Encoding Object).
import {
  type Encoding,
  isJsonObject,
  type LocatedSchema,
  type MediaType,
  memberOf,
} from '@keyframe/openapi-model';
import { isJson, isMultipart } from '@keyframe/openapi-runtime/http';
import { type Code, list, object, quote } from '../code.ts';
import type { Generation } from '../generation.ts';
import type { SchemaCompiler } from '../targets/zod/compile-schema.ts';
import { textsCode } from './parameter-code.ts';
import { headerDefinition, refuseShape, styleMembers } from './parameter-definitions.ts';
import { isBinary, isText } from './raw-media.ts';
import { inPlace, itemsOf, propertiesOf, shapeMembers, shapeOf } from './text-kinds.ts';

/** Writes the definitions of the fields of a form. */
export function formFields(generation: Generation, compiler: SchemaCompiler, mediaType: MediaType): Code {
  const others = mediaType.schema ? propertiesOf(generation, mediaType.schema).others : [];
  for (const other of others) refuseOther(generation, other);
  tellUnknown(generation, mediaType);
  return list(
    fieldsOf(generation, mediaType).flatMap((field) => fieldCode(generation, compiler, field) ?? []),
  );
}

/** Lists the fields of a form that are files. */
export function fileFields(generation: Generation, mediaType: MediaType): string[] {
  const files = fieldsOf(generation, mediaType).filter((field) => isFile(generation, field));
  return files.map(({ name }) => name);
}

// OpenAPI asks for a property of that name; a field that comes all the same is read as the encoding says.
function tellUnknown(generation: Generation, { schema, encoding }: MediaType): void {
  const named = schema && propertiesOf(generation, schema).named;
  for (const { name, pointer } of encoding) {
    if (named?.has(name)) continue;
    const message = `The encoding ${JSON.stringify(name)} is that of no property of the schema.`;
    generation.notices.add(pointer, message, 'Name a property, or remove the encoding.');
  }
}

interface Field {
  name: string;
  property: LocatedSchema;
  encoding: Encoding | undefined;
  mediaType: MediaType;
}

// An encoding may be that of a property that the schema does not name.
function fieldsOf(generation: Generation, mediaType: MediaType): Field[] {
  const { schema, encoding } = mediaType;
  const named = schema ? propertiesOf(generation, schema).named : new Map<string, LocatedSchema[]>();
  const names = new Set([...named.keys(), ...encoding.map(({ name }) => name)]);
  return [...names].map((name) => {
    const own = encoding.find((one) => one.name === name);
    const property = named.get(name)?.[0] ?? { schema: true, pointer: own?.pointer ?? mediaType.pointer };
    return { name, property, encoding: own, mediaType };
  });
}

function fieldCode(generation: Generation, compiler: SchemaCompiler, field: Field): Code | undefined {
  const { name, property, encoding } = field;
  const told = isStyled(encoding) ? styled(generation, field) : byMediaType(generation, field);
  if (!told) {
    refuseShape(generation, property);
    return undefined;
  }
  const headers = (encoding?.headers ?? []).filter((header) => !/^content-disposition$/i.test(header.name));
  const texts = headers.flatMap((header) => headerDefinition(generation, header) ?? []);
  const contentType = isStyled(encoding) ? undefined : encoding?.contentType;
  return object([
    ['name', quote(name)],
    ...told,
    ['contentType', contentType === undefined ? undefined : quote(contentType)],
    [
      'headers',
      texts.length > 0
        ? object([
            ['texts', list(texts)],
            ['schema', textsCode(compiler, headers).code],
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

function styled(generation: Generation, { property, encoding }: Field): Members | undefined {
  const shape = shapeOf(generation, property);
  if (!shape || !encoding) return undefined;
  const style = encoding.style ?? 'form';
  const { explode = style === 'form', allowReserved = false } = encoding;
  const written = { location: 'query', style, explode, allowReserved } as const;
  // Named, since it decides over the default, by which an object is JSON.
  const members = styleMembers(shape, written).filter(([name]) => name !== 'style');
  return [...shapeMembers(shape), ['style', shape.shape ? quote(style) : undefined], ...members];
}

function byMediaType(generation: Generation, field: Field): Members | undefined {
  const { property, encoding } = field;
  const types = generation.graph.typesOf(property);
  const isList = types?.size === 1 && types.has('array');
  const shape: Members = isList
    ? [
        ['shape', quote('list')],
        ['explode', 'true'],
      ]
    : [];
  if (isFile(generation, field)) return [['kind', quote('file')], ...shape];
  const inner = isList ? itemsOf(generation, property) : [property];
  const isStructured = inner.some((one) => {
    const own = generation.graph.typesOf(one);
    return own?.has('object') || own?.has('array');
  });
  const isJsonText = encoding?.contentType?.split(',').every((one) => isJson(one)) ?? true;
  if (isStructured) return isJsonText ? [['kind', quote('json')], ...shape] : undefined;
  const told = shapeOf(generation, property);
  const isAmbiguous = told?.kind.includes('string') && told.kind.length > 1;
  return told && !isAmbiguous ? [...shapeMembers(told), ['explode', isList ? 'true' : undefined]] : undefined;
}

function isFile(generation: Generation, { property, encoding, mediaType }: Field): boolean {
  if (!isMultipart(mediaType.name) || isStyled(encoding)) return false;
  const types = generation.graph.typesOf(property);
  const isList = types?.size === 1 && types.has('array');
  const inner = isList ? itemsOf(generation, property) : [property];
  return inner.some((one) => {
    const ofItem = generation.graph.typesOf(one);
    const isString = ofItem === undefined || (ofItem.size === 1 && ofItem.has('string'));
    if (!isString) return false;
    const declared = encoding?.contentType?.split(',').map((name) => name.trim());
    // A property that says nothing at all is application/octet-stream.
    return declared
      ? !declared.some((name) => isText(name) || isJson(name))
      : isBinary(generation, one) || isEmpty(one);
  });
}

function isEmpty({ schema }: LocatedSchema): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

// A field that is not named is read as text.
function refuseOther(generation: Generation, other: LocatedSchema): void {
  const types = generation.graph.typesOf(other);
  const isReadable = types === undefined || types.has('string');
  if (!isReadable || inPlace(generation, other).some((part) => hasFormat(part, 'binary')))
    refuseShape(generation, other);
}

function hasFormat({ schema }: LocatedSchema, format: string): boolean {
  return isJsonObject(schema) && memberOf(schema, 'format') === format;
}
