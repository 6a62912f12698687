import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { openTools } from '../server/open-tools.ts';

const IMAGE = { type: 'string', contentMediaType: 'image/png' };

function findFiles(properties: JsonObject, encoding: JsonObject = {}): string[] {
  const schema = { type: 'object', properties };
  const requestBody = { content: { 'multipart/form-data': { schema, encoding } } };
  const operation = { operationId: 'upload', requestBody, responses: { 200: { description: 'Done' } } };
  const document = {
    openapi: '3.1.1',
    info: { title: 'Files', version: '1' },
    paths: { '/files': { post: operation } },
    components: { schemas: { Image: IMAGE, Any: { description: 'A file' }, Name: { type: 'string' } } },
  };
  const { tools } = openTools(readModel(document, 'files.yaml'), {});
  return [...(tools.tools[0]?.body?.fileMembers ?? [])];
}

test.each<[string, JsonObject, boolean]>([
  ['a media type', IMAGE, true],
  ['a reference to one', { $ref: '#/components/schemas/Image' }, true],
  ['a part of allOf', { allOf: [IMAGE, { description: 'A cover' }] }, true],
  ['no keywords', {}, true],
  ['a reference to no type', { $ref: '#/components/schemas/Any' }, true],
  ['a length without a type', { maxLength: 100 }, true],
  ['a list', { type: 'array', items: { type: 'string', format: 'binary' } }, true],
  ['a text', { $ref: '#/components/schemas/Name' }, false],
  ['encoded bytes', { ...IMAGE, contentEncoding: 'base64' }, false],
  ['JSON', { contentMediaType: 'application/json' }, false],
  ['a choice of texts', { enum: ['a', 'b'] }, false],
  ['a member that only the server sets', { ...IMAGE, readOnly: true }, false],
])('a member of a form with %s: %j is a file: %s', (_, member, expected) => {
  expect(findFiles({ member })).toEqual(expected ? ['member'] : []);
});

test('the encoding of a member decides first', () => {
  const encoding = { cover: { contentType: 'text/plain' }, notes: { contentType: 'image/*' } };
  expect(findFiles({ cover: IMAGE, notes: { type: 'string' } }, encoding)).toEqual(['notes']);
});
