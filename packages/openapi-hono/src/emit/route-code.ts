import type {
  Header,
  MediaType,
  Operation,
  Parameter,
  ParameterLocation,
  Response,
} from '@keyframe/openapi-model';
import { type Code, call, object, quote } from '../code.ts';
import type { Generation } from '../generation.ts';
import { isJson } from '../runtime/http/media-type.ts';
import type { SchemaCompiler } from '../schema/compile-schema.ts';

const PARTS = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

/** Writes the definition of an operation for `createRoute`. */
export function routeCode(generation: Generation, compiler: SchemaCompiler, operation: Operation): Code {
  refuseUnroutable(generation, operation);
  const responses = operation.responses.map((response): [string, Code] => [
    response.status,
    responseCode(generation, compiler, response),
  ]);
  return call(
    'createRoute',
    object([
      ['method', quote(operation.method)],
      ['path', quote(operation.path)],
      ['operationId', quote(operation.id)],
      ['request', requestCode(generation, compiler, operation)],
      ['responses', object(responses)],
    ]),
  );
}

function requestCode(
  generation: Generation,
  compiler: SchemaCompiler,
  operation: Operation,
): Code | undefined {
  const parts = Object.entries(PARTS).map(([part, location]): [string, Code | undefined] => [
    part,
    parametersCode(compiler, operation.parameters, location),
  ]);
  const { requestBody } = operation;
  const body =
    requestBody &&
    object([
      ['required', requestBody.required ? 'true' : undefined],
      ['content', contentCode(generation, compiler, requestBody.content)],
    ]);
  const members = [...parts, ['body', body] as const];
  return members.some(([, code]) => code !== undefined) ? object(members) : undefined;
}

/** Writes the schema of all parameters of a place; undefined when there are none. */
function parametersCode(
  compiler: SchemaCompiler,
  parameters: readonly Parameter[],
  location: ParameterLocation,
): Code | undefined {
  const found = parameters.filter((parameter) => parameter.location === location);
  return found.length === 0 ? undefined : textsCode(compiler, found);
}

function textsCode(compiler: SchemaCompiler, texts: readonly (Parameter | Header)[]): Code {
  const members = texts.map((text): [string, Code, string?] => {
    const { name, schema, required } = text;
    const code = schema ? compiler.compile(schema) : 'z.unknown()';
    const value = required || !schema ? code : compiler.optional(code, schema);
    // Headers of responses repeat from status to status; their descriptions are in the document.
    const comment = 'location' in text ? text.description : undefined;
    return comment === undefined ? [name, value] : [name, value, comment];
  });
  return call('z.object', object(members));
}

function responseCode(generation: Generation, compiler: SchemaCompiler, response: Response): Code {
  return object([
    ['description', quote(response.description)],
    ['headers', response.headers.length > 0 ? textsCode(compiler, response.headers) : undefined],
    [
      'content',
      response.content.length > 0 ? contentCode(generation, compiler, response.content) : undefined,
    ],
  ]);
}

/** Writes a map of media types. */
function contentCode(generation: Generation, compiler: SchemaCompiler, content: readonly MediaType[]): Code {
  const members = content.map((mediaType): [string, Code] => {
    if (!isJson(mediaType.name)) {
      const message = `The media type "${mediaType.name}" is not supported.`;
      generation.refusals.add(mediaType.pointer, message, 'Use a JSON media type.');
    }
    const schema = mediaType.schema ? compiler.compile(mediaType.schema) : 'z.unknown()';
    return [mediaType.name, object([['schema', schema]])];
  });
  return object(members);
}

// Hono knows a parameter as a whole segment, and reads `:`, `*` and `?` in a path as its own signs.
function refuseUnroutable(generation: Generation, { path, pointer, method }: Operation): void {
  const isRoutable = path.split('/').every((segment) => /^(\{[^{}:*?/]+\}|[^{}:*?]*)$/.test(segment));
  if (!isRoutable) {
    const message = `The path ${path} can not be routed.`;
    generation.refusals.add(
      pointer,
      message,
      'Make each parameter a whole segment, without ":", "*" and "?".',
    );
  }
  if (method === 'head') {
    generation.refusals.add(
      pointer,
      'A HEAD request is answered by the GET route.',
      'Describe the GET operation.',
    );
  }
}
