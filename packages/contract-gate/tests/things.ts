// A small server and its document, for the commands to be run on.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const THING = {
  type: 'object',
  required: ['id', 'size'],
  properties: {
    id: { type: 'string', examples: ['a1'] },
    size: { type: 'integer', minimum: 1, examples: [3] },
  },
  examples: [{ id: 'a1', size: 3 }],
};

/** The document of the server. */
export const DOCUMENT = {
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: { title: 'Things', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: 'https://things.example.com' }],
  security: [],
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        summary: 'Reads a thing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'a1' }],
        responses: {
          '200': {
            description: 'The thing.',
            content: { 'application/json': { schema: THING, example: { id: 'a1', size: 3 } } },
          },
        },
      },
    },
  },
};

/** A workflow of the document, in Arazzo. */
export const WORKFLOW = {
  arazzo: '1.0.1',
  info: { title: 'Workflows', version: '1.0.0' },
  sourceDescriptions: [{ name: 'api', type: 'openapi', url: 'openapi.json' }],
  workflows: [
    {
      workflowId: 'read',
      steps: [
        {
          stepId: 'read',
          operationId: 'getThing',
          parameters: [{ in: 'path', name: 'id', value: 'a1' }],
          successCriteria: [{ condition: '$statusCode == 200' }, { condition: '$response.body#/size == 3' }],
        },
      ],
    },
  ],
};

/** A server of things; disposing of it stops it. */
export interface Things extends AsyncDisposable {
  url: string;
}

/** Starts a server that answers `thing`, and serves `document`. */
export async function startThings(thing: unknown, document: unknown = DOCUMENT): Promise<Things> {
  const server: Server = createServer(({ url = '' }, response) => {
    const body = url === '/openapi.json' ? document : thing;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
