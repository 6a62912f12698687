// Files, ranges of their bytes, media types that can be chosen, and what exists once: each fault is found, and a server
// without one has no findings.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const ID = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const WRONG = { '4XX': { description: 'Wrong.' } };
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const STORED = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' } },
  additionalProperties: false,
};
const THEME = {
  type: 'object',
  required: ['color'],
  properties: { color: { enum: ['red', 'green'] }, motto: { type: 'string', maxLength: 9 } },
  additionalProperties: false,
};

const DOCUMENT = createDocument({
  '/files': {
    post: {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['upload'],
              properties: { upload: { type: 'string', contentMediaType: 'application/octet-stream' } },
            },
          },
        },
      },
      responses: { '201': { description: 'Stored.', content: json(STORED) }, ...WRONG },
    },
  },
  '/files/{id}': {
    parameters: ID,
    get: {
      responses: {
        '200': { description: 'What is known.', content: { ...json(STORED), 'text/plain': {} } },
        '406': { description: 'Neither.' },
        ...WRONG,
      },
    },
  },
  '/files/{id}/content': {
    parameters: ID,
    get: {
      responses: {
        '200': { description: 'All bytes.', content: { 'application/octet-stream': {} } },
        '206': { description: 'Some bytes.', content: { 'application/octet-stream': {} } },
        '416': { description: 'No bytes.' },
        ...WRONG,
      },
    },
  },
  '/theme': {
    get: { responses: { '200': { description: 'The theme.', content: json(THEME) } } },
    put: {
      requestBody: { required: true, content: json(THEME) },
      responses: { '200': { description: 'Kept.', content: json(THEME) }, ...WRONG },
    },
  },
});

/** Stores files, and one theme; `fault` says what is wrong with it. */
class Shelf {
  readonly files: Buffer[] = [];
  theme: object = { color: 'red', motto: 'first' };
  readonly fault: string | undefined;

  constructor(fault: string | undefined) {
    this.fault = fault;
  }

  answer(received: ReceivedRequest): Answer {
    const { method, path } = received;
    if (path === '/theme') return this.#theme(received);
    if (path === '/files')
      return method === 'POST' ? this.#store(received) : { status: 405, headers: { allow: 'POST' } };
    const [, id, content] = /^\/files\/f(\d+)(\/content)?$/.exec(path) ?? [];
    const file = this.files[Number(id)];
    if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } };
    if (!file) return { status: 404 };
    return content
      ? this.#bytes(file, received.headers.range)
      : this.#about(`f${id}`, String(received.headers.accept));
  }

  #store({ bytes, headers }: ReceivedRequest): Answer {
    if (!/^multipart\/form-data; *boundary=./.test(String(headers['content-type']))) return { status: 415 };
    const start = bytes.indexOf('\r\n\r\n');
    const end = bytes.lastIndexOf('\r\n--');
    const isFile = /name="upload"; filename=/.test(bytes.subarray(0, start).toString());
    if (!isFile || end < start) return { status: 422 };
    const file = bytes.subarray(start + 4, end);
    const isCut = this.fault === 'files are cut';
    this.files.push(isCut ? file.subarray(0, 1_000) : file);
    return { status: 201, body: { id: `f${this.files.length - 1}` } };
  }

  #about(id: string, accept: string): Answer {
    const isAny = /application\/json|\*\/\*|undefined/.test(accept);
    if (accept.includes('text/plain') && this.fault !== 'Accept is ignored')
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(id) };
    return isAny || this.fault !== undefined ? { status: 200, body: { id } } : { status: 406 };
  }

  #bytes(file: Buffer, header: unknown): Answer {
    const type = { 'content-type': 'application/octet-stream' };
    const { length } = file;
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(String(header)) ?? [];
    if (`${from}${to}` === '' || this.fault === 'ranges are ignored')
      return { status: 200, headers: type, body: file };
    const isSuffix = from === '' && this.fault !== 'the last bytes are the first';
    const first = isSuffix ? Math.max(0, length - Number(to)) : Number(from);
    const last = isSuffix || to === '' ? length - 1 : Math.min(Number(to), length - 1);
    if (first >= length)
      return this.fault === 'a range behind the end is empty'
        ? { status: 206, headers: { ...type, 'content-range': `bytes */${length}` } }
        : { status: 416, headers: { 'content-range': `bytes */${length}` } };
    const end = this.fault === 'the last byte is missing' ? last : last + 1;
    const range = `bytes ${first}-${last}/${this.fault === 'the length is wrong' ? length + 1 : length}`;
    return { status: 206, headers: { ...type, 'content-range': range }, body: file.subarray(first, end) };
  }

  #theme({ method, json: body, headers }: ReceivedRequest): Answer {
    if (method === 'GET') return { status: 200, body: this.theme };
    if (method !== 'PUT') return { status: 405, headers: { allow: 'GET, PUT' } };
    if (!/^application\/json(?:;|$)/i.test(String(headers['content-type']))) return { status: 415 };
    if (!isTheme(body)) return { status: 422 };
    const { fault } = this;
    if (fault !== 'what exists once is not stored')
      this.theme = fault === 'a PUT merges' ? { ...this.theme, ...body } : body;
    return { status: 200, body };
  }
}

function isTheme(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const { color, motto = '', ...others } = body as Record<string, unknown>;
  const isKnown = color === 'red' || color === 'green';
  return isKnown && typeof motto === 'string' && [...motto].length <= 9 && Object.keys(others).length === 0;
}

async function collectFindings(fault: string | undefined) {
  const shelf = new Shelf(fault);
  await using server = await serve((received) => shelf.answer(received));
  const { findings } = await testServer(DOCUMENT, server.url, { propertyRuns: 1, existingData: true });
  return findings.map(({ check, operation }) => `${check} ${operation}`);
}

test('a server that conforms has no findings', async () => {
  expect(await collectFindings(undefined)).toEqual([]);
});

const FAULTS = [
  ['files are cut', 'file-differs GET /files/{id}/content'],
  ['ranges are ignored', 'range-wrong GET /files/{id}/content'],
  ['the last bytes are the first', 'range-wrong GET /files/{id}/content'],
  ['the last byte is missing', 'range-wrong GET /files/{id}/content'],
  ['the length is wrong', 'range-wrong GET /files/{id}/content'],
  ['a range behind the end is empty', 'range-wrong GET /files/{id}/content'],
  ['Accept is ignored', 'accept-ignored GET /files/{id}'],
  ['no type is refused', 'accept-ignored GET /files/{id}'],
  ['what exists once is not stored', 'update-lost PUT /theme'],
  ['a PUT merges', 'put-keeps-omitted-property PUT /theme'],
] as const;

test.each(FAULTS)('%s: %s', async (fault, finding) => {
  expect(await collectFindings(fault)).toContain(finding);
});
