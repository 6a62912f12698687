import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const integer = { type: 'integer' };
const json = (schema: JsonValue) => ({ content: { 'application/json': { schema } } });

/** Creates a mock of contacts inside of applications, whose path has an id of this type. */
function createContactsMock(parameter: string, type: 'integer' | 'string') {
  const contact = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { ...integer, readOnly: true },
      applicationId: integer,
      application_id: { type: 'string' },
      name: { type: 'string' },
    },
    example: { id: 1, applicationId: 42, application_id: 'other', name: 'Ann' },
  };
  const requested = { type: 'object', properties: { name: { type: 'string' } } };
  const outer = `/applications/{${parameter}}/contacts`;
  const own = { name: 'contactId', in: 'path', required: true, schema: integer };
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Contacts', version: '1' },
    paths: {
      [outer]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: { type } }],
        post: {
          requestBody: json(requested),
          responses: { '201': { description: 'Created', ...json(contact) } },
        },
        get: { responses: { '200': { description: 'All', ...json({ type: 'array', items: contact }) } } },
      },
      [`${outer}/{contactId}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: { type } }, own],
        get: {
          responses: { '200': { description: 'One', ...json(contact) }, '404': { description: 'None' } },
        },
      },
    },
  });
}

test.each([
  ['id', 'integer'],
  ['id', 'string'],
  ['applicationId', 'integer'],
  ['application_id', 'string'],
] as const)('a resource refers to the one in its path, {%s} of type %s', async (parameter, type) => {
  const mock = createContactsMock(parameter, type);
  const { body: created } = await ask(mock, 'POST /applications/7/contacts', { body: { name: 'Eve' } });
  expect(created).toMatchObject({ applicationId: 7, application_id: '7', name: 'Eve' });
  expect((await ask(mock, `GET /applications/7/contacts/${created.id}`)).body).toEqual(created);
  expect((await ask(mock, 'GET /applications/7/contacts')).body).toEqual([created]);
});
