import { call, capitalize, generic, jsonCode, object, quote } from '@keyframe/openapi-codegen';
import {
  type MediaType,
  type Operation,
  parsePointer,
  type RequestBody,
  type Response,
  type Stream,
} from '@keyframe/openapi-model';
import { isForm } from '@keyframe/openapi-runtime/media-type';
import type { Generation } from '../../generation.ts';
import { runtime } from '../../printer/runtime.ts';
import type { SchemaCompiler } from '../zod/compile-schema.ts';
import { fileFields } from './form-fields.ts';
import { parametersCode, type TypedCode, textsCode } from './parameter-code.ts';
import { isRaw } from './raw-media.ts';
import type { SharedParts } from './shared-parts.ts';

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

/** State that the routes of one module share. */
export interface RouteShared {
  compiler: SchemaCompiler;
  parts: SharedParts;
}

/** Writes the route of an operation. */
export function routeCode(
  generation: Generation,
  { compiler, parts }: RouteShared,
  { operation, sender }: SentOperation,
): TypedCode {
  const { request: requestDirection, response: responseDirection } = DIRECTIONS[sender];
  const request = requestCode(generation, { compiler: compiler.in(requestDirection), parts }, operation);
  const responses = operation.responses.map((response): [string | number, TypedCode] => [
    // createRoute derives the types of responses from numbers only.
    /^\d+$/.test(response.status) ? Number(response.status) : response.status,
    parts.share(responseCode(generation, compiler.in(responseDirection), response), nameResponse(response)),
  ]);
  const { id, method, path } = operation;
  const definition = object([
    ['request', request?.code],
    ['responses', object(responses.map(([status, { code }]) => [status, code]))],
  ]);
  return {
    code: [runtime('route'), `(${quote(id)}, ${quote(`${method} ${path}`)}, () => (`, definition, '))'],
    type: object([
      ['method', quote(method)],
      ['path', quote(path)],
      ['request', request?.type],
      ['responses', object(responses.map(([status, { type }]) => [status, type]))],
    ]),
  };
}

function nameResponse({ pointer, status }: Response): string {
  const [components, responses, name, ...remainder] = parsePointer(pointer) ?? [];
  const isComponent = components === 'components' && responses === 'responses' && remainder.length === 0;
  return isComponent && name !== undefined ? `${capitalize(name)} answer` : `Answer${status}`;
}

function requestCode(
  generation: Generation,
  { compiler, parts }: RouteShared,
  operation: Operation,
): TypedCode | undefined {
  const texts = Object.entries(PARTS).map(([part, location]) => {
    const parameters = parametersCode(compiler, operation.parameters, location);
    return { part, written: parameters && parts.share(parameters, `${capitalize(location)} parameters`) };
  });
  const { requestBody } = operation;
  const members = [
    ...texts,
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
  const members = contentMembers(generation, compiler, { content, direction: 'request' });
  const json = onlyJson(members);
  const needed = required ? ['true'] : [];
  if (json) {
    return {
      code: call(runtime('json'), json.code, ...needed),
      type: generic(runtime('type JsonBody'), json.type, ...needed),
    };
  }
  const { code, type } = contentCode(members);
  return {
    code: object([
      ['required', required ? 'true' : undefined],
      ['content', code],
    ]),
    type: generic(runtime('type Body'), type, ...needed),
  };
}

function responseCode(generation: Generation, compiler: SchemaCompiler, response: Response): TypedCode {
  const headers = response.headers.length > 0 ? textsCode(compiler, response.headers) : undefined;
  const members = contentMembers(generation, compiler, { content: response.content, direction: 'response' });
  const json = headers ? undefined : onlyJson(members);
  if (json) {
    return { code: call(runtime('json'), json.code), type: generic(runtime('type JsonAnswer'), json.type) };
  }
  const content = members.length > 0 ? contentCode(members) : undefined;
  return {
    code: object([
      ['headers', headers?.code],
      ['content', content?.code],
    ]),
    type: generic(
      runtime('type Answer'),
      ...(content || headers ? [content?.type ?? 'unknown'] : []),
      ...(headers ? [headers.type] : []),
    ),
  };
}

interface Content {
  content: readonly MediaType[];
  direction: 'request' | 'response';
}

type ContentMember = TypedCode & { name: string };

function contentMembers(
  generation: Generation,
  compiler: SchemaCompiler,
  { content, direction }: Content,
): ContentMember[] {
  return content.map((mediaType) => ({
    name: mediaType.name,
    ...(mediaType.stream && direction === 'response'
      ? streamCode(compiler, mediaType.stream)
      : isRaw(generation, mediaType, direction)
        ? { code: runtime('rawBody'), type: runtime('type RawBodySchema') }
        : mediaTypeCode(generation, compiler, mediaType)),
  }));
}

const STREAMS = {
  events: 'eventStream',
  lines: 'jsonLines',
  parts: 'multipartStream',
  sequence: 'jsonSequence',
} as const;

function streamCode(compiler: SchemaCompiler, { format, item, eventData }: Stream): TypedCode {
  const data = eventData ? [jsonCode(JSON.parse(JSON.stringify(eventData)))] : [];
  return {
    code: call(runtime(STREAMS[format]), compiler.compile(item), ...data),
    type: compiler.writeType(item, (type) => generic(runtime('type Items'), type)),
  };
}

function onlyJson([only, ...siblings]: readonly ContentMember[]): ContentMember | undefined {
  return only?.name === 'application/json' && siblings.length === 0 ? only : undefined;
}

function contentCode(members: readonly ContentMember[]): TypedCode {
  return {
    code: object(members.map(({ name, code }) => [name, object([['schema', code]])])),
    type: object(members.map(({ name, type }) => [name, type])),
  };
}

function mediaTypeCode(generation: Generation, compiler: SchemaCompiler, mediaType: MediaType): TypedCode {
  const schema = mediaType.schema ?? { schema: true, pointer: mediaType.pointer };
  const code = compiler.compile(schema);
  const files = isForm(mediaType.name) ? fileFields(generation, mediaType) : [];
  if (files.length === 0) return { code, type: compiler.writeType(schema) };
  const names = files.map(quote);
  return {
    code: call(runtime('withFiles'), code, ...names),
    type: compiler.writeType(schema, (type) => generic(runtime('type WithFiles'), type, names.join(' | '))),
  };
}
