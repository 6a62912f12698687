// A service on loopback whose exports are asynchronous work, and its document.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const respond = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});
const EXPORT = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'string' },
    status: { enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] },
  },
};

export const EXPORTS_DOCUMENT = JSON.stringify({
  openapi: '3.1.1',
  info: { title: 'Exports', version: '1' },
  paths: {
    '/exports': {
      post: {
        operationId: 'createExport',
        'x-async': { every: '1ms' },
        parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['format'],
                properties: { format: { enum: ['csv', 'json'] } },
              },
            },
          },
        },
        responses: { 202: respond('Accepted', EXPORT) },
      },
    },
    '/exports/{id}': {
      get: { operationId: 'getExport', parameters: [ID], responses: { 200: respond('One', EXPORT) } },
    },
    '/exports/{id}/content': {
      get: {
        operationId: 'getExportContent',
        parameters: [ID],
        responses: { 200: respond('The rows', { type: 'array', items: { type: 'integer' } }) },
      },
    },
    '/rows': {
      get: {
        operationId: 'listRows',
        parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }],
        responses: {
          200: respond('A page', {
            type: 'object',
            required: ['rows'],
            properties: {
              rows: { type: 'array', items: { type: 'integer' } },
              next_cursor: { type: 'string' },
            },
          }),
          403: respond('No', { type: 'object', properties: { reason: { type: 'string' } } }),
        },
      },
    },
  },
});

/** A running service; `await using` stops it. */
export interface ExportService extends AsyncDisposable {
  readonly url: string;
  /** Request lines in the order of their arrival. */
  readonly lines: string[];
  /** Exports by their idempotency keys: the service starts one for each. */
  readonly exports: Map<string, string>;
}

/** Starts the service; a request is answered when `onRequest` has resolved, which a request that gets no answer never does. */
export async function startExportService(
  end = 'completed',
  onRequest: (line: string, count: number) => Promise<void> = async () => undefined,
): Promise<ExportService> {
  const lines: string[] = [];
  const exports = new Map<string, string>();
  const states = ['queued', 'running', end];
  let readings = 0;
  const answer = (line: string, key: string): [status: number, body: unknown] => {
    if (line === 'POST /exports') {
      const id = exports.get(key) ?? `e${exports.size + 1}`;
      exports.set(key, id);
      return [202, { id, status: 'queued' }];
    }
    if (line === 'GET /exports/e1') return [200, { id: 'e1', status: states[readings++] ?? end }];
    if (line === 'GET /exports/e1/content') return [200, [1, 2]];
    if (line === 'GET /rows') return [200, { rows: [1], next_cursor: 'b' }];
    if (line === 'GET /rows?cursor=b') return [200, { rows: [2] }];
    return [403, { reason: 'not yours' }];
  };
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    lines.push(line);
    if (request.method === 'POST') await json(request);
    const [status, body] = answer(line, String(request.headers['idempotency-key']));
    await onRequest(line, lines.filter((one) => one === line).length);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    lines,
    exports,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
