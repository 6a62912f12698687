import type { MediaType, Operation, RequestBody, Response } from '@keyframe/openapi-model';
import { object, quote } from '@keyframe/openapi-model/generator';
import { isForm } from '@keyframe/openapi-runtime/http';
import type { Generation } from '../generation.ts';
import type { SchemaCompiler } from '../targets/zod/compile-schema.ts';
import { fileFields } from './form-fields.ts';
import { parametersCode, type TypedCode, textsCode } from './parameter-code.ts';
import { isRaw } from './raw-media.ts';
import { SharedAnswers } from './shared-answers.ts';

const PARTS = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

/** An operation and who sends its requests: what is readOnly is the server's to say, wherever it says it. */
export interface SentOperation {
  operation: Operation;
  sender: 'client' | 'server';
}

const DIRECTIONS = {
  client: { request: 'request', response: 'response' },
  server: { request: 'response', response: 'request' },
} as const;

/** What the routes of one module share. */
export interface RouteShared {
  compiler: SchemaCompiler;
  answers: SharedAnswers;
}

/** Writes the answers of operations beforehand, those that are repeated as declarations. */
export function answersCode(
  generation: Generation,
  compiler: SchemaCompiler,
  sent: readonly SentOperation[],
): { answers: SharedAnswers; declarations: string[] } {
  const answers = new SharedAnswers();
  for (const { operation, sender } of sent) {
    const directed = compiler.in(DIRECTIONS[sender].response);
    for (const response of operation.responses) {
      answers.add(response, responseCode(generation, directed, response));
    }
  }
  return { answers, declarations: answers.declare(generation) };
}

/** Writes the route of an operation whose answers are written. */
export function routeCode(
  generation: Generation,
  { compiler, answers }: RouteShared,
  { operation, sender }: SentOperation,
): TypedCode {
  const request = requestCode(generation, compiler.in(DIRECTIONS[sender].request), operation);
  const responses = operation.responses.flatMap((response): [string | number, TypedCode][] => {
    const written = answers.of(response);
    // createRoute derives the types of responses from numbers only.
    const status = /^\d+$/.test(response.status) ? Number(response.status) : response.status;
    return written === undefined ? [] : [[status, written]];
  });
  const [method, path] = [quote(operation.method), quote(operation.path)];
  return {
    code: object([
      ['method', method],
      ['path', path],
      ['operationId', quote(operation.id)],
      ['request', request?.code],
      ['responses', object(responses.map(([status, { code }]) => [status, code]))],
    ]),
    type: object([
      ['method', method],
      ['path', path],
      ['request', request?.type],
      ['responses', object(responses.map(([status, { type }]) => [status, type]))],
    ]),
  };
}

function requestCode(
  generation: Generation,
  compiler: SchemaCompiler,
  operation: Operation,
): TypedCode | undefined {
  const parts = Object.entries(PARTS).map(([part, location]) => ({
    part,
    written: parametersCode(compiler, operation.parameters, location),
  }));
  const { requestBody } = operation;
  const members = [
    ...parts,
    { part: 'body', written: requestBody && bodyCode(generation, compiler, requestBody) },
  ];
  if (members.every(({ written }) => written === undefined)) return undefined;
  return {
    code: object(members.map(({ part, written }) => [part, written?.code])),
    type: object(members.map(({ part, written }) => [part, written?.type])),
  };
}

function bodyCode(
  generation: Generation,
  compiler: SchemaCompiler,
  { required, content }: RequestBody,
): TypedCode {
  const { code, type } = contentCode(generation, compiler, { content, direction: 'request' });
  return {
    code: object([
      ['required', required ? 'true' : undefined],
      ['content', code],
    ]),
    type: compiler.runtimeType('Body', type, ...(required ? ['true'] : [])),
  };
}

function responseCode(generation: Generation, compiler: SchemaCompiler, response: Response): TypedCode {
  const headers = response.headers.length > 0 ? textsCode(compiler, response.headers) : undefined;
  const content =
    response.content.length > 0
      ? contentCode(generation, compiler, { content: response.content, direction: 'response' })
      : undefined;
  return {
    code: object([
      ['description', quote(response.description)],
      ['headers', headers?.code],
      ['content', content?.code],
    ]),
    type: compiler.runtimeType(
      'Answer',
      ...(content || headers ? [content?.type ?? 'unknown'] : []),
      ...(headers ? [headers.type] : []),
    ),
  };
}

interface Content {
  content: readonly MediaType[];
  direction: 'request' | 'response';
}

function contentCode(
  generation: Generation,
  compiler: SchemaCompiler,
  { content, direction }: Content,
): TypedCode {
  const members = content.map((mediaType) => ({
    name: mediaType.name,
    ...(isRaw(generation, mediaType, direction)
      ? { code: compiler.name('rawBody'), type: compiler.runtimeType('RawBodySchema') }
      : mediaTypeCode(generation, compiler, mediaType)),
  }));
  const [only, ...others] = members;
  if (only?.name === 'application/json' && others.length === 0) {
    return { code: compiler.runtime('json', only.code), type: compiler.runtimeType('Json', only.type) };
  }
  return {
    code: object(members.map(({ name, code }) => [name, object([['schema', code]])])),
    type: object(members.map(({ name, type }) => [name, type])),
  };
}

function mediaTypeCode(generation: Generation, compiler: SchemaCompiler, mediaType: MediaType): TypedCode {
  const schema = mediaType.schema ?? { schema: true, pointer: mediaType.pointer };
  const code = compiler.compile(schema);
  const files = isForm(mediaType.name) ? fileFields(generation, mediaType) : [];
  if (files.length === 0) return { code, type: compiler.typeOf(schema) };
  const names = files.map(quote);
  return {
    code: compiler.runtime('withFiles', code, ...names),
    type: compiler.typeOf(schema, (type) => compiler.runtimeType('WithFiles', type, names.join(' | '))),
  };
}
