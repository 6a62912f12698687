// Books, as a user of Fastify and @fastify/swagger writes them: the document is made of the schemas of the routes.
import swagger from '@fastify/swagger';
import { readModel } from '@keyframe/openapi-model';
import fastify from 'fastify';
import type { ForeignServer } from './foreign-server.ts';

interface Book {
  id: number;
  title: string;
  pages?: number;
  genre: string;
}

const fields = {
  title: { type: 'string', minLength: 1, maxLength: 80 },
  pages: { type: 'integer', minimum: 1, maximum: 5_000 },
  genre: { type: 'string', enum: ['novel', 'poetry', 'other'], default: 'other' },
};
const book = {
  type: 'object',
  required: ['id', 'title', 'genre'],
  properties: { id: { type: 'integer' }, ...fields },
};
const problem = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
};
const params = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } };

/** Starts the app. */
export async function startFastifyApp(): Promise<ForeignServer> {
  const app = fastify();
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Books', version: '1.0.0' } } });
  const books = new Map<number, Book>();
  let last = 0;
  const missing = { statusCode: 404, error: 'Not Found', message: 'No such book' };
  app.route({
    method: 'POST',
    url: '/books',
    schema: {
      body: { type: 'object', required: ['title'], additionalProperties: false, properties: fields },
      response: { 201: book, 400: problem, 413: problem, 415: problem },
    },
    handler: (request, reply) => {
      last += 1;
      const made = { ...(request.body as Omit<Book, 'id'>), id: last };
      books.set(last, made);
      return reply.code(201).send(made);
    },
  });
  app.route({
    method: 'GET',
    url: '/books',
    schema: {
      querystring: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
          offset: { type: 'integer', minimum: 0, default: 0 },
          genre: fields.genre.enum ? { type: 'string', enum: fields.genre.enum } : {},
        },
      },
      response: { 200: { type: 'array', items: book }, 400: problem },
    },
    handler: (request) => {
      const { limit, offset, genre } = request.query as { limit: number; offset: number; genre?: string };
      return [...books.values()]
        .filter((one) => genre === undefined || one.genre === genre)
        .slice(offset, offset + limit);
    },
  });
  app.route({
    method: 'GET',
    url: '/books/:id',
    schema: { params, response: { 200: book, 400: problem, 404: problem } },
    handler: (request, reply) =>
      books.get((request.params as { id: number }).id) ?? reply.code(404).send(missing),
  });
  app.route({
    method: 'DELETE',
    url: '/books/:id',
    schema: { params, response: { 204: { type: 'null', description: 'Gone' }, 400: problem, 404: problem } },
    handler: (request, reply) =>
      books.delete((request.params as { id: number }).id)
        ? reply.code(204).send()
        : reply.code(404).send(missing),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: new URL(url),
    document: readModel(JSON.parse(JSON.stringify(app.swagger())), 'books.json'),
    [Symbol.asyncDispose]: () => app.close(),
  };
}
