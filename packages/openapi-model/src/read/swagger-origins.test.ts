import { expect, test } from 'vitest';
import { createSwaggerSource, writeSwaggerNames } from './swagger-origins.ts';

const SWAGGER = {
  swagger: '2.0',
  parameters: {
    Page: { name: 'page', in: 'query', type: 'integer' },
    Body: { name: 'b', in: 'body', schema: {} },
  },
  paths: {
    '/pets': {
      parameters: [{ name: 'shared', in: 'formData', type: 'string' }],
      get: {
        parameters: [
          { name: 'b', in: 'body', schema: {} },
          { name: 'q', in: 'query', type: 'string' },
        ],
      },
      put: { parameters: [{ $ref: '#/parameters/Body' }, { $ref: '#/parameters/Page' }] },
      post: {
        parameters: [
          { name: 'n', in: 'query' },
          { name: 'file', in: 'formData', type: 'file' },
        ],
      },
      patch: {},
    },
  },
};

const PETS = '#/paths/~1pets';

test.each([
  ['#/components/schemas/Pet/type', '#/definitions/Pet/type'],
  ['#/components/schemas', '#/definitions'],
  ['#/components/parameters/Page/schema/type', '#/parameters/Page/type'],
  ['#/components/requestBodies/Body/content/application~1json/schema/type', '#/parameters/Body/schema/type'],
  ['#/components/responses/Gone/content/a~1b/schema/type', '#/responses/Gone/schema/type'],
  ['#/components/securitySchemes/key/in', '#/securityDefinitions/key/in'],
  ['#/components/examples/A', '#/components/examples/A'],
  ['#/info/title', '#/info/title'],
  ['#/paths', '#/paths'],
  [PETS, PETS],
  [`${PETS}/get/parameters/0/schema/type`, `${PETS}/get/parameters/1/type`],
  [`${PETS}/get/requestBody/content/a~1b/schema/type`, `${PETS}/get/parameters/0/schema/type`],
  [`${PETS}/get/requestBody`, `${PETS}/get/parameters/0`],
  [`${PETS}/put/requestBody/content/a~1b/schema/type`, `${PETS}/put/parameters/0/schema/type`],
  [`${PETS}/put/parameters/0`, `${PETS}/put/parameters/1`],
  [`${PETS}/post/requestBody/content/a~1b/schema/properties/file/type`, `${PETS}/post/parameters/1/type`],
  [`${PETS}/post/requestBody/content/a~1b`, `${PETS}/post/parameters`],
  [`${PETS}/patch/requestBody/content/a~1b/schema/properties/shared/type`, `${PETS}/parameters/0/type`],
  [`${PETS}/get/responses/200/content/a~1b/schema/type`, `${PETS}/get/responses/200/schema/type`],
  [`${PETS}/get/responses/200/content/a~1b/example`, `${PETS}/get/responses/200/examples/a~1b`],
  [`${PETS}/get/responses/200/headers/X/schema/type`, `${PETS}/get/responses/200/headers/X/type`],
  [`${PETS}/get/responses/200`, `${PETS}/get/responses/200`],
])('%s was %s', (pointer, written) => {
  expect(createSwaggerSource(SWAGGER)(pointer)).toBe(written);
});

test('findings name components as Swagger 2.0 does', () => {
  const message = 'The reference #/components/schemas/Feed has no target, #/components/links/A neither.';
  expect(writeSwaggerNames({ pointer: '#', message, repair: 'See #/components/requestBodies/B.' })).toEqual({
    pointer: '#',
    message: 'The reference #/definitions/Feed has no target, #/components/links/A neither.',
    repair: 'See #/parameters/B.',
  });
});

test.each([
  [
    'The style "form", exploded, cannot represent an object.',
    'The collectionFormat "multi" cannot represent an object.',
  ],
  ['The style "form" cannot represent an object.', 'The collectionFormat "csv" cannot represent an object.'],
  ['The style "spaceDelimited" needs a list.', 'The collectionFormat "ssv" needs a list.'],
  ['Add it to components.securitySchemes.', 'Add it to securityDefinitions.'],
  ['The parameter "a" has neither "schema" nor "content".', 'The parameter "a" has no "type".'],
  ['OpenAPI 3.1 has no member "a" here.', 'Swagger 2.0 has no member "a" here.'],
])('%s is written as %s', (text, expected) => {
  const finding = { pointer: '#', message: text, repair: text };
  expect(writeSwaggerNames(finding)).toEqual({ pointer: '#', message: expected, repair: expected });
});
