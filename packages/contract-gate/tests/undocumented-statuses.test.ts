// Each undocumented status of an operation is a finding of its own.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocument, serve, testServer } from './serve.ts';

const content: JsonObject = {
  'application/json': {
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  },
};
const DOCUMENT = createDocument({
  '/things': {
    post: {
      requestBody: { required: true, content },
      responses: { '201': { description: 'Created.', content }, '400': { description: 'Wrong.' } },
    },
  },
});

test('an undocumented success is not hidden by an undocumented rejection', async () => {
  await using server = await serve(({ method, path, headers, json }) => {
    if (path !== '/things') return { status: 404 };
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    if (!/^application\/json/i.test(String(headers['content-type']))) return { status: 415 };
    if (typeof Object(json).name !== 'string') return { status: 400 };
    return { status: 200, body: json };
  });
  const { findings } = await testServer(DOCUMENT, server.url, { propertyRuns: 5 });
  expect(findings.map(({ message }) => message)).toEqual([
    'Status 200 is not documented.',
    'Status 415 is not documented.',
  ]);
});
