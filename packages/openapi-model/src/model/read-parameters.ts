import { memberOf } from '../json.ts';
import { appendPointer } from '../pointer.ts';
import { repairText } from '../repair/repairs.ts';
import type { Parameter, ParameterLocation } from './model.ts';
import { readContent } from './read-media.ts';
import type { Located, Reader } from './reader.ts';

const DEFAULT_STYLE = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const;

// Header parameters of these names are to be ignored (OpenAPI 3.1, Parameter Object).
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** Reads the parameters of an operation, given what holds them: its own, the last, override those of its path item. */
export function readParameters(reader: Reader, parents: readonly Located[]): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const parent of parents) {
    const own = new Set<string>();
    for (const parameter of readList(reader, parent)) {
      const key = `${parameter.location} ${parameter.name}`;
      if (own.has(key)) {
        reader.repair('duplicate-parameter', {
          pointer: parameter.pointer,
          message: `Duplicate ${parameter.location} parameter "${parameter.name}".`,
          repair: repairText('Remove one of the two.'),
        });
        continue;
      }
      own.add(key);
      byKey.set(key, parameter);
    }
  }
  return [...byKey.values()];
}

function readList(reader: Reader, parent: Located): Parameter[] {
  return reader.list(parent, 'parameters').flatMap((value, index) => {
    const located = reader.resolve(value, appendPointer(parent.pointer, 'parameters', index));
    const parameter = located && readParameter(reader, located);
    return parameter ? [parameter] : [];
  });
}

function readParameter(reader: Reader, located: Located): Parameter | undefined {
  const name = reader.text(located, 'name');
  const location = reader.text(located, 'in');
  if (name === undefined || !isLocation(location)) {
    reader.report(
      located.pointer,
      'A parameter must have "name" and "in".',
      'Write "name", and "in": path, query, header or cookie.',
    );
    return undefined;
  }
  if (location === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  const style = reader.text(located, 'style') ?? DEFAULT_STYLE[location];
  const parameter: Parameter = {
    name,
    location,
    required: location === 'path' || (reader.flag(located, 'required') ?? false),
    description: reader.text(located, 'description'),
    deprecated: reader.flag(located, 'deprecated') ?? false,
    style,
    explode: reader.flag(located, 'explode') ?? style === 'form',
    allowReserved: reader.flag(located, 'allowReserved') ?? false,
    allowEmptyValue: location === 'query' && (reader.flag(located, 'allowEmptyValue') ?? false),
    schema: reader.schema(located, 'schema'),
    content: readContent(reader, located),
    pointer: located.pointer,
  };
  if ((parameter.schema === undefined) !== (memberOf(located.value, 'content') !== undefined)) {
    reader.report(
      located.pointer,
      'A parameter must have exactly one of "schema" and "content".',
      'Keep one.',
    );
  }
  if (location === 'path' && reader.flag(located, 'required') !== true) {
    reader.repair('optional-path-parameter', {
      pointer: located.pointer,
      message: `The path parameter "${name}" must be required.`,
      repair: repairText('Write "required": true.'),
    });
  }
  return parameter;
}

function isLocation(location: string | undefined): location is ParameterLocation {
  return location !== undefined && Object.hasOwn(DEFAULT_STYLE, location);
}
