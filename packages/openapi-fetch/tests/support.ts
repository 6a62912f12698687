import { createClient } from '../src/index.ts';

/** Paths of a document, as `keyframe generate types` writes them. */
export interface Paths {
  '/items': {
    get: {
      parameters: { query: { cursor?: string; tags?: string[]; filter?: { color?: string } } };
      responses: {
        200: { content: { 'application/json': { items: string[] } } };
        default: { content: { 'application/json': { code: string } } };
      };
    };
    post: {
      requestBody: { content: { 'application/json': { name: string } } };
      responses: { 201: { content: { 'application/json': { id: number } } }; 204: { content?: never } };
    };
  };
  '/items/{id}': {
    get: {
      parameters: { path: { id: number }; header?: { 'x-trace'?: string } };
      responses: {
        200: { content: { 'application/json': { id: number }; 'text/plain': string } };
        404: { content: { 'application/problem+json': { title: string } } };
      };
    };
    delete: { parameters: { path: { id: number } }; responses: { 204: { content?: never } } };
  };
}

/** A client, the requests that it sends, and the response to each of them. */
export function createRecordedClient(
  respond: (request: Request) => Response | Promise<Response> = () => Response.json({}),
) {
  const requests: Request[] = [];
  const client = createClient<Paths>({
    baseUrl: 'https://shop.example/v1/',
    fetch: async (request) => {
      requests.push(request.clone());
      return respond(request);
    },
  });
  return { client, requests };
}
