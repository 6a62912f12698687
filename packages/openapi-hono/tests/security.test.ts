// Security requirements of a document, as its operations are mounted with them; `security.test.ts` of openapi-runtime has the
// schemes.
import { expect, test } from 'vitest';
import { documentOfPaths, generated } from './mount.ts';

const get = (operationId: string, security?: object) => ({
  get: { operationId, ...(security ? { security } : {}), responses: {} },
});

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  unused: { type: 'http', scheme: 'digest' },
};

const source = documentOfPaths(
  {
    '/root': get('root'),
    '/open': get('open', []),
    '/own': get('own', [{ headerKey: [] }]),
  },
  { components: { securitySchemes }, security: [{ bearer: ['read'] }] },
);
const { mount } = await generated(source);

test('an operation has the requirement of the document unless it has its own', async () => {
  const calls: unknown[] = [];
  const accept = (name: string) => (_context: unknown, scopes: readonly string[], credential?: string) => {
    calls.push([name, ...scopes, credential]);
    return credential === 'right';
  };
  const app = mount({ options: { security: { bearer: accept('bearer'), headerKey: accept('headerKey') } } });
  expect((await app.request('/root')).status).toBe(401);
  expect((await app.request('/root', { headers: { authorization: 'Bearer right' } })).status).toBe(200);
  expect((await app.request('/open')).status).toBe(200);
  expect((await app.request('/own', { headers: { 'x-key': 'right' } })).status).toBe(200);
  expect(calls).toEqual([
    ['bearer', 'read', undefined],
    ['bearer', 'read', 'right'],
    ['headerKey', 'right'],
  ]);
});

test('a scheme without a handler stops the start', () => {
  const security = { bearer: () => true };
  expect(() => mount({ options: { security } })).toThrow('No handler for the security scheme "headerKey".');
});
