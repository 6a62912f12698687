import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { openTools } from '../server/open-tools.ts';
import { readTexts } from './read-texts.ts';

const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const content = {
  'application/json': {
    schema: {
      type: 'object',
      properties: { title: { type: 'string' }, size: { type: 'integer' }, tags: { type: 'array' } },
    },
  },
};
const document = {
  openapi: '3.1.1',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/jobs': {
      post: {
        operationId: 'createJob',
        parameters: [
          query('count', { type: 'integer' }),
          query('dry', { type: 'boolean' }),
          query('note', { type: ['string', 'integer'] }),
        ],
        requestBody: { content },
        responses: { 200: { description: 'Done' } },
      },
    },
  },
};
const { schemas, tools } = openTools(readModel(JSON.parse(JSON.stringify(document)), 'jobs.yaml'), {});
const [tool] = tools.tools;

test.each([
  [{ count: '5' }, { count: 5 }],
  [{ count: 'five' }, { count: 'five' }],
  [{ dry: 'true' }, { dry: true }],
  // A text is a text wherever one is allowed.
  [{ note: '5' }, { note: '5' }],
  [{ title: '5', size: '5' }, { body: { title: '5', size: 5 } }],
  [{ tags: '["a"]' }, { body: { tags: ['a'] } }],
  [{ body: '{"title":"a"}', size: '5' }, { body: { title: 'a', size: 5 } }],
  [{ absent: '5' }, { absent: '5' }],
])('%j are the arguments %j', (texts, expected) => {
  if (tool === undefined) throw new Error('The document has no operation.');
  expect(readTexts(tool, texts, schemas)).toEqual(expected);
});
