// Changes of the security requirements and servers of a document.
import type { JsonObject } from '@keyframe/openapi-model';
import { createOperation, type DocumentRow } from './documents.ts';

const SCHEMES: JsonObject = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  bearer: { type: 'http', scheme: 'bearer' },
};
const secured = (security: JsonObject[], schemes: JsonObject = SCHEMES): JsonObject =>
  createOperation({ security }, { components: { securitySchemes: schemes } });
const servers = (...all: JsonObject[]): JsonObject => createOperation({}, { servers: all });
const region = (...values: string[]): JsonObject => ({
  url: 'https://{region}.example.com',
  variables: { region: { default: values[0] ?? '', enum: values } },
});
const oauth = (tokenUrl: string, name = 'oauth'): JsonObject => ({
  [name]: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } },
});
const openId = (openIdConnectUrl: string): JsonObject => ({ type: 'openIdConnect', openIdConnectUrl });

/** Lists the changes of security requirements and schemes. */
export const SECURITY: readonly DocumentRow[] = [
  ['security-introduced', 'a key', secured([]), secured([{ key: [] }])],
  ['security-lifted', 'no key', secured([{ key: [] }]), secured([{}])],
  [
    'security-alternative-removed',
    'one of two',
    secured([{ key: [] }, { bearer: [] }]),
    secured([{ bearer: [] }]),
  ],
  [
    'security-alternative-removed',
    'a second credential beside the first',
    secured([{ key: [] }]),
    secured([{ key: [], bearer: [] }]),
  ],
  [
    'security-alternative-added',
    'one of two',
    secured([{ bearer: [] }]),
    secured([{ bearer: [] }, { key: [] }]),
  ],
  [
    'security-scope-added',
    'a scope',
    secured([{ bearer: ['read'] }]),
    secured([{ bearer: ['read', 'write'] }]),
  ],
  [
    'security-scope-removed',
    'a scope',
    secured([{ bearer: ['read', 'write'] }]),
    secured([{ bearer: ['read'] }]),
  ],
  [
    'security-scheme-changed',
    'another header',
    secured([{ key: [] }]),
    secured([{ key: [] }], { ...SCHEMES, key: { type: 'apiKey', in: 'header', name: 'X-Token' } }),
  ],
  [
    'none',
    'another header that no operation requires',
    secured([{ bearer: [] }]),
    secured([{ bearer: [] }], { ...SCHEMES, key: { type: 'apiKey', in: 'header', name: 'X-Token' } }),
  ],
  [
    'none',
    'another token URL that no operation requires',
    secured([{ bearer: [] }], { ...SCHEMES, ...oauth('https://a.example/token') }),
    secured([{ bearer: [] }], { ...SCHEMES, ...oauth('https://b.example/token') }),
  ],
  [
    'oauth-url-changed',
    'another token URL',
    secured([{ oauth: [] }], oauth('https://a.example/token')),
    secured([{ oauth: [] }], oauth('https://b.example/token')),
  ],
  [
    'none',
    'an OAuth scheme is renamed',
    secured([{ oauth: ['read'] }], oauth('https://a.example/token')),
    secured([{ login: ['read'] }], oauth('https://a.example/token', 'login')),
  ],
  [
    'none',
    'an OpenID scheme is renamed',
    secured([{ oidc: [] }], { oidc: openId('https://a.example') }),
    secured([{ login: [] }], { login: openId('https://a.example') }),
  ],
  [
    'none',
    'two OAuth schemes swap their names',
    secured([{ a: [] }], {
      ...oauth('https://a.example/token', 'a'),
      ...oauth('https://b.example/token', 'b'),
    }),
    secured([{ b: [] }], {
      ...oauth('https://b.example/token', 'a'),
      ...oauth('https://a.example/token', 'b'),
    }),
  ],
  [
    'security-alternative-removed',
    'another OAuth scheme, of another name and URL',
    secured([{ oauth: [] }], oauth('https://a.example/token')),
    secured([{ login: [] }], oauth('https://b.example/token', 'login')),
  ],
  [
    'none',
    'a scheme is renamed',
    secured([{ key: [] }]),
    secured([{ other: [] }], { other: SCHEMES.key ?? null }),
  ],
  [
    'none',
    'the default of the document',
    secured([{ key: [] }]),
    createOperation({}, { security: [{ key: [] }], components: { securitySchemes: SCHEMES } }),
  ],
  [
    'none',
    'a scheme that nobody uses',
    secured([{ key: [] }]),
    secured([{ key: [] }], { ...SCHEMES, more: { type: 'http', scheme: 'basic' } }),
  ],
];

const A = { url: 'https://a.example' };
const B = { url: 'https://b.example' };
const ROOT = { url: '/' };
const V2 = { url: 'https://a.example/v2' };

/** Lists the changes of servers. */
export const SERVERS: readonly DocumentRow[] = [
  [
    'server-added',
    'a server',
    servers({ url: 'https://a.example' }),
    servers({ url: 'https://a.example' }, { url: 'https://b.example' }),
  ],
  [
    'server-removed',
    'a server',
    servers({ url: 'https://a.example' }, { url: 'https://b.example' }),
    servers({ url: 'https://a.example' }),
  ],
  ['server-variable-value-removed', 'a region', servers(region('eu', 'us')), servers(region('eu'))],
  ['server-variable-value-added', 'a region', servers(region('eu')), servers(region('eu', 'us'))],
  [
    'server-variable-default-changed',
    'another region',
    servers(region('eu', 'us')),
    servers(region('us', 'eu')),
  ],
  [
    'none',
    'a slash at the end',
    servers({ url: 'https://a.example' }),
    servers({ url: 'https://a.example/' }),
  ],
  [
    'server-removed',
    'an operation gets a server of its own',
    servers(A),
    createOperation({ servers: [B] }, { servers: [A] }),
  ],
  [
    'server-removed',
    'a path gets a server of its own',
    servers(A),
    createOperation({}, { servers: [A], pathItem: { servers: [B] } }),
  ],
  ['server-removed', 'a document without servers gets a base path', servers(), servers({ url: '/v2' })],
  ['server-removed', 'a relative URL becomes absolute, with another path', servers(ROOT), servers(V2)],
  ['server-added', 'a document without servers names one', servers(), servers(V2)],
  ['server-added', 'a relative URL becomes absolute', servers({ url: '/v2' }), servers(V2)],
  [
    'none',
    'an operation no longer repeats the servers of the document',
    createOperation({ servers: [A] }, { servers: [A] }),
    servers(A),
  ],
  [
    'none',
    'the servers of the document become those of all operations',
    servers(A),
    createOperation({ servers: [A] }),
  ],
  ['none', 'the default in words', servers(ROOT), servers()],
];
