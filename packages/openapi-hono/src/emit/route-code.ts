import type { MediaType, Operation, Response } from '@keyframe/openapi-model';
import { isForm } from '@keyframe/openapi-runtime/http';
import { type Code, call, object, quote } from '../code.ts';
import type { Generation } from '../generation.ts';
import type { SchemaCompiler } from '../schema/compile-schema.ts';
import { fileFields } from './form-fields.ts';
import { parametersCode, textsCode } from './parameter-code.ts';
import { isRaw } from './raw-media.ts';

const PARTS = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

/** Is an operation and who sends its requests: what is readOnly is the server's to say, wherever it says it. */
export interface SentOperation {
  operation: Operation;
  sender: 'client' | 'server';
}

const DIRECTIONS = {
  client: { request: 'request', response: 'response' },
  server: { request: 'response', response: 'request' },
} as const;

/** Writes the definition of an operation for `createRoute`. */
export function routeCode(
  generation: Generation,
  compiler: SchemaCompiler,
  { operation, sender }: SentOperation,
): Code {
  const { request, response: answer } = DIRECTIONS[sender];
  const responses = operation.responses.map((response): [string | number, Code] => [
    // createRoute derives the types of responses from numbers only.
    /^\d+$/.test(response.status) ? Number(response.status) : response.status,
    responseCode(generation, compiler.in(answer), response),
  ]);
  return call(
    'createRoute',
    object([
      ['method', quote(operation.method)],
      ['path', quote(operation.path)],
      ['operationId', quote(operation.id)],
      ['request', requestCode(generation, compiler.in(request), operation)],
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
      ['content', contentCode(generation, compiler, { content: requestBody.content, direction: 'request' })],
    ]);
  const members = [...parts, ['body', body] as const];
  return members.some(([, code]) => code !== undefined) ? object(members) : undefined;
}

function responseCode(generation: Generation, compiler: SchemaCompiler, response: Response): Code {
  return object([
    ['description', quote(response.description)],
    ['headers', response.headers.length > 0 ? textsCode(compiler, response.headers) : undefined],
    [
      'content',
      response.content.length > 0
        ? contentCode(generation, compiler, { content: response.content, direction: 'response' })
        : undefined,
    ],
  ]);
}

interface Content {
  content: readonly MediaType[];
  direction: 'request' | 'response';
}

function contentCode(
  generation: Generation,
  compiler: SchemaCompiler,
  { content, direction }: Content,
): Code {
  const members = content.map((mediaType): [string, Code] => {
    const schema = isRaw(generation, mediaType, direction)
      ? compiler.name('rawBody')
      : bodyCode(generation, compiler, mediaType);
    return [mediaType.name, object([['schema', schema]])];
  });
  return object(members);
}

function bodyCode(generation: Generation, compiler: SchemaCompiler, mediaType: MediaType): Code {
  const code = mediaType.schema ? compiler.compile(mediaType.schema) : 'z.unknown()';
  const files = isForm(mediaType.name) ? fileFields(generation, mediaType) : [];
  return files.length > 0 ? compiler.runtime('withFiles', code, ...files.map(quote)) : code;
}
