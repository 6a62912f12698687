import type { Server } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { findBasePath } from './find-base-path.ts';

const listServers = (urls: string[]) => urls.map((url): Server => ({ url, variables: [], pointer: '' }));
const V1 = ['https://api.example.com/v1'];

test.each([
  { documented: V1, own: V1, basePath: '/v1', expected: '/v1' },
  { documented: V1, own: ['https://api.example.com/upload/v1'], basePath: '/v1', expected: '/upload/v1' },
  { documented: V1, own: ['https://files.example.com/v1'], basePath: '/v1', expected: '/v1' },
  { documented: V1, own: ['https://files.example.com'], basePath: '/v1', expected: '' },
  { documented: V1, own: ['/upload/v1/'], basePath: '/proxy/v1', expected: '/proxy/upload/v1' },
  { documented: V1, own: ['/upload/v1'], basePath: '', expected: '/upload/v1' },
  { documented: ['/'], own: ['/upload'], basePath: '', expected: '/upload' },
  { documented: ['/'], own: ['/upload'], basePath: '/v1', expected: '/v1/upload' },
  { documented: ['/v1', '/'], own: ['/upload'], basePath: '/v1', expected: '/upload' },
  { documented: V1, own: ['https://[/upload'], basePath: '/v1', expected: '/v1' },
])('operations with the servers $own are below $expected', ({ documented, own, basePath, expected }) => {
  const model = { servers: listServers(documented) };
  expect(findBasePath({ servers: listServers(own) }, model, basePath)).toBe(expected);
});
