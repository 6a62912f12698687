// A small API, its document and its server: what the gate, Dredd and a bare loop send their requests to.
import type { JsonObject } from '@keyframe/openapi-model';
import { startRpcProcess } from '../process/rpc-process.ts';
import type { Listening } from './constant-server.ts';

const fields = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  size: { type: 'integer', minimum: 1, maximum: 100 },
  color: { type: 'string', enum: ['red', 'green', 'blue'] },
};
const answers = (status: string, schema: JsonObject): JsonObject => ({
  [status]: { description: status, content: { 'application/json': { schema } } },
});
const problem = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } };
const thing = {
  type: 'object',
  required: ['id', 'name', 'size'],
  properties: { id: { type: 'string', pattern: '^t\\d+$' }, ...fields },
};
const parameters = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^t\\d+$' }, example: 't1' },
];
const example = { name: 'Lamp', size: 7, color: 'red' };

/** The document of the API. */
export const THINGS: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'size'],
                additionalProperties: false,
                properties: fields,
              },
              example,
            },
          },
        },
        responses: { ...answers('201', thing), ...answers('400', problem), ...answers('415', problem) },
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        parameters,
        responses: { ...answers('200', thing), ...answers('400', problem), ...answers('404', problem) },
      },
    },
  },
};

/** A request that the API carries out. */
export const CREATION = {
  path: '/things',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(example),
} as const;

/** Starts the server in a process of its own; disposing of it ends it. */
export async function startThings(): Promise<Listening & AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const script = new URL('things-process.ts', import.meta.url);
  const rpcProcess = resources.use(startRpcProcess<object, Listening>(script));
  const { url } = await rpcProcess.call({});
  const owned = resources.move();
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
