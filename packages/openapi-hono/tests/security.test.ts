// Security requirements of a document, as its operations are mounted with them.
import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { documentOfPaths, generated } from './mount.ts';

const get = (operationId: string, security?: object) => ({
  get: {
    operationId,
    ...(security ? { security } : {}),
    parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' } }],
    responses: {},
  },
});

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'key' },
  cookieKey: { type: 'apiKey', in: 'cookie', name: 'session' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' },
  certificate: { type: 'mutualTLS' },
  unused: { type: 'http', scheme: 'digest' },
};

const source = documentOfPaths(
  {
    '/root': get('root'),
    '/open': get('open', []),
    '/optional': get('optional', [{}, { bearer: [] }]),
    '/either': get('either', [{ headerKey: [] }, { bearer: ['write', 'read'] }]),
    '/both': get('both', [{ headerKey: [], queryKey: [] }]),
    '/all': get('all', [
      { basic: [] },
      { cookieKey: [] },
      { oauth: ['a'] },
      { oidc: [] },
      { certificate: [] },
    ]),
  },
  { components: { securitySchemes }, security: [{ bearer: ['read'] }] },
);
const { mount } = await generated(source);

type Slot = (context: Context, scopes: readonly string[], credential?: string) => boolean | Response;

function createApp(slots: Readonly<Record<string, Slot>> = {}, options: object = {}) {
  const calls: unknown[] = [];
  const names = Object.keys(securitySchemes).filter((name) => name !== 'unused');
  const all = names.map((name): [string, Slot] => [
    name,
    (context, scopes, credential) => {
      calls.push([name, ...scopes, credential]);
      return slots[name]?.(context, scopes, credential) ?? credential === 'right';
    },
  ]);
  return { app: mount({ options: { security: Object.fromEntries(all), ...options } }), calls };
}

const RIGHT = { authorization: 'Bearer right' };

test('an operation has the requirement of the document unless it has its own', async () => {
  const { app, calls } = createApp();
  expect((await app.request('/root')).status).toBe(401);
  expect((await app.request('/root', { headers: RIGHT })).status).toBe(200);
  expect((await app.request('/open')).status).toBe(200);
  expect(calls).toEqual([
    ['bearer', 'read', undefined],
    ['bearer', 'read', 'right'],
  ]);
});

test('a scheme without a handler stops the start', () => {
  const security = { bearer: () => true };
  expect(() => mount({ options: { security } })).toThrow('No handler for the security scheme "headerKey".');
});
