import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { isProtected } from './credentials.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {},
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      certificate: { type: 'mutualTLS' },
    },
  },
};
const { securitySchemes } = readModel(document, 'api.json');

test.each([
  [[], false],
  [[{ token: [] }, {}], false],
  [[{ token: [] }], true],
  [[{ token: [], certificate: [] }], true],
  [[{ token: [] }, { certificate: [] }], false],
  [[{ undeclared: [] }], false],
])('requests for an operation with the security %j need credentials: %s', (security, expected) => {
  expect(isProtected({ security }, { securitySchemes })).toBe(expected);
});
