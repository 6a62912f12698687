// Creations that refer to the list of what they create.
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const text = { type: 'string', enum: ['guides', 'pages'] };
const json = (properties: object) =>
  ({ 'application/json': { schema: { type: 'object', properties } } }) as never;
const section = { name: 'section', in: 'path', required: true, schema: text };
const title = { name: 'title', in: 'path', required: true, schema: { type: 'string' } };
const done = { '200': { description: 'Done', content: json({}) }, '404': { description: 'Unknown' } };

const DOCUMENT = createDocument({
  '/books': {
    post: {
      requestBody: { content: json({ section: { type: 'string' } }) },
      responses: { '201': { description: 'Created', content: json({ section: { type: 'string' } }) } },
    },
  },
  '/books/{section}': { get: { parameters: [section], responses: done } },
  '/books/{section}/{title}': { get: { parameters: [section, title], responses: done } },
});

test('a run ends though a creation names a resource that is listed below it', async () => {
  const answer = ({ method }: { method: string }) =>
    method === 'POST' ? { status: 201, body: { section: 'other' } } : { status: 404 };
  await using server = await serve(answer);
  const { statistics } = await testServer(DOCUMENT, server.url, { propertyRuns: 1 });
  expect(statistics.isComplete).toBe(true);
});
