// Implements api.yaml. A handler that omits a member, or returns a status that api.yaml lacks, does not compile.
import { OpenAPIHono } from '@hono/zod-openapi';
import { documentOf } from './generated/document.ts';
import { type Handlers, registerRoutes } from './generated/index.ts';
import type { Book } from './generated/schemas.ts';

const { API_KEY = 'secret' } = process.env;
const books = new Map<number, Book>();

const handlers: Handlers = {
  listBooks: (context, reply) => {
    const { limit } = context.req.valid('query');
    const byTitle = [...books.values()].sort((left, right) => left.title.localeCompare(right.title));
    return reply({ status: 200, body: byTitle.slice(0, limit) });
  },
  addBook: (context, reply) => {
    const book: Book = { ...context.req.valid('json'), id: books.size + 1 };
    books.set(book.id, book);
    return reply({ status: 201, body: book });
  },
  getBook: (context, reply) => {
    const { id } = context.req.valid('param');
    const book = books.get(id);
    if (book === undefined) return reply({ status: 404, body: { message: `Book ${id} not found.` } });
    return reply({ status: 200, body: book });
  },
};

const empty = new OpenAPIHono({
  // Called for each part of a request: path, query, headers, body.
  defaultHook: (result, context) => {
    if (result.success) return;
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return context.json({ message: problems.join('; ') }, 400);
  },
});

export const app = registerRoutes(empty, handlers, {
  security: {
    bearerAuth: (context, _scopes, token) =>
      token === API_KEY || context.json({ message: 'The key is missing or wrong.' }, 401),
  },
  // A response that does not match api.yaml becomes a 500 instead of reaching callers.
  responseValidation: 'throw',
});

app.get('/openapi.json', (context) => context.json(documentOf(app)));
