import { isJsonObject, type JsonObject, memberOf } from '../json.ts';
import { isOpenApi32 } from '../openapi-version.ts';
import { appendPointer, valueAt } from '../pointer.ts';
import { repairText } from '../repair/repairs.ts';
import type { Parameter, ParameterLocation } from './model.ts';
import { DEFAULT_STYLES, readStyle } from './parameter-styles.ts';
import { readContent } from './read-media.ts';
import type { Located, Reader } from './reader.ts';

// A token (RFC 9110, section 5.6.2).
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** Returns whether a parameter is to be ignored: a header that other parts of a document describe (OpenAPI 3.1, Parameter Object). */
export function isIgnoredParameter({ in: location, name }: JsonObject): boolean {
  return location === 'header' && typeof name === 'string' && IGNORED_HEADERS.has(name.toLowerCase());
}

/** Reads the parameters of an operation, given what holds them: its own, the last, override those of its path item. */
export function readParameters(reader: Reader, parents: readonly Located[]): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const parent of parents) {
    const keys = new Set<string>();
    for (const parameter of readList(reader, parent)) {
      const key = `${parameter.location} ${parameter.name}`;
      if (keys.has(key)) {
        reader.repair('duplicate-parameter', {
          pointer: parameter.pointer,
          message: `Duplicate ${parameter.location} parameter "${parameter.name}".`,
          repair: repairText('Remove one of the two.'),
        });
        continue;
      }
      keys.add(key);
      byKey.set(key, parameter);
    }
  }
  const parameters = [...byKey.values()];
  checkWholeQuery(reader, parameters);
  return parameters;
}

// OpenAPI 3.2, Parameter Locations: next to a parameter that is the whole query there are no others.
function checkWholeQuery(reader: Reader, parameters: readonly Parameter[]): void {
  const queries = parameters.filter(({ location }) => location === 'query');
  const whole = queries.find(({ pointer }) => isWholeQuery(reader, pointer));
  if (!whole) return;
  for (const { pointer, name } of queries) {
    if (pointer === whole.pointer) continue;
    const message = `The querystring parameter "${whole.name}" is the whole query, so "${name}" cannot be in it.`;
    reader.report(pointer, message, 'Keep one of the two.');
  }
}

function isWholeQuery({ document }: Reader, pointer: string): boolean {
  const parameter = valueAt(document, pointer);
  return isJsonObject(parameter) && memberOf(parameter, 'in') === 'querystring';
}

function readList(reader: Reader, parent: Located): Parameter[] {
  return reader
    .list(parent, 'parameters')
    .map((value, index) => {
      const located = reader.resolve(value, appendPointer(parent.pointer, 'parameters', index));
      return located && readParameter(reader, located);
    })
    .filter((parameter) => parameter !== undefined);
}

function readParameter(reader: Reader, located: Located): Parameter | undefined {
  const name = reader.text(located, 'name');
  const location = reader.text(located, 'in');
  if (name !== undefined && location === 'querystring' && isOpenApi32(reader.document)) {
    return readQuerystring(reader, { ...located, name });
  }
  if (name === undefined || !isLocation(location)) {
    const isOther = name !== undefined && location !== undefined;
    const message = isOther
      ? `"in" must be path, query, header or cookie (got ${JSON.stringify(location)}).`
      : 'A parameter must have "name" and "in".';
    const repair = isOther ? 'Correct it.' : 'Write "name", and "in": path, query, header or cookie.';
    reader.report(located.pointer, message, repair);
    return undefined;
  }
  if (isIgnoredParameter(located.value)) return undefined;
  if (location === 'header' && !HEADER_NAME.test(name)) {
    const message = `${JSON.stringify(name)} is not the name of a header.`;
    reader.report(
      appendPointer(located.pointer, 'name'),
      message,
      "Use letters, digits and !#$%&'*+-.^_`|~ only.",
    );
  }
  const parameter = readDescribed(reader, located, { name, location });
  checkRequired(reader, located, parameter);
  return parameter;
}

function readDescribed(
  reader: Reader,
  located: Located,
  { name, location }: Pick<Parameter, 'location' | 'name'>,
): Parameter {
  const parameter: Parameter = {
    name,
    location,
    required: location === 'path' || (reader.flag(located, 'required') ?? false),
    description: reader.text(located, 'description'),
    deprecated: reader.flag(located, 'deprecated') ?? false,
    ...readStyle(reader, located, location),
    allowReserved: reader.flag(located, 'allowReserved') ?? false,
    allowEmptyValue: location === 'query' && (reader.flag(located, 'allowEmptyValue') ?? false),
    schema: reader.schema(located, 'schema'),
    content: readContent(reader, located),
    pointer: located.pointer,
  };
  if (['schema', 'content'].every((member) => memberOf(located.value, member) !== undefined)) {
    const message = `The parameter "${name}" must have only one of "schema" and "content" (got both).`;
    reader.report(located.pointer, message, 'Keep one.');
  }
  return parameter;
}

function checkRequired(reader: Reader, located: Located, { name, location }: Parameter): void {
  if (location !== 'path' || reader.flag(located, 'required') === true) return;
  reader.accept('optional-path-parameter', {
    pointer: located.pointer,
    message: `The path parameter "${name}" must be required.`,
    repair: 'Write "required": true.',
  });
}

// A form is spread over the query, as an exploded object of the style `form` is.
function readQuerystring(reader: Reader, located: Located & { name: string }): Parameter {
  const content = readContent(reader, located);
  const [mediaType] = content;
  if (content.length !== 1) {
    const message = 'A querystring parameter must have "content" with one media type.';
    reader.report(located.pointer, message, 'Describe it by "content".');
  }
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(mediaType?.name ?? '');
  return {
    name: located.name,
    location: 'query',
    required: reader.flag(located, 'required') ?? false,
    description: reader.text(located, 'description'),
    deprecated: reader.flag(located, 'deprecated') ?? false,
    style: isForm ? 'form' : 'whole',
    explode: isForm,
    allowReserved: false,
    allowEmptyValue: false,
    schema: isForm
      ? (mediaType?.schema ?? { schema: { type: 'object' }, pointer: located.pointer })
      : undefined,
    content: isForm ? [] : content,
    pointer: located.pointer,
  };
}

function isLocation(location: string | undefined): location is ParameterLocation {
  return location !== undefined && Object.hasOwn(DEFAULT_STYLES, location);
}
