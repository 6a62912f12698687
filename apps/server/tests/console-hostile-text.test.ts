/** Text that PostgreSQL cannot store, that a terminal would run or that hides what it says, at every operation of the console. */
import { document } from '@keyframe/console-contract/document';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser, givenOperator, PASSWORD } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
  readonly example: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example: unknown } };
  };
}

interface Listed extends Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

function resolve<TItem extends { readonly $ref?: string }>(item: TItem): TItem {
  if (item.$ref === undefined) return item;
  const keys = item.$ref.replace('#/', '').split('/');
  return resolve(
    keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as TItem,
  );
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
type PathItem = Record<string, Operation> & { readonly parameters?: readonly Parameter[] };

const operations: Listed[] = Object.entries(document.paths as unknown as Record<string, PathItem>).flatMap(
  ([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] as Operation;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
      return { ...operation, method: method.toUpperCase(), path, parameters };
    }),
);
const named = (listed: readonly Listed[]) => listed.map((each) => [each.operationId, each] as const);
const isVideoRequest = ({ requestBody }: Listed) =>
  JSON.stringify(requestBody?.content['application/json'].example ?? {}).includes('"prompt"');

const server = useServer(async () => ({ ROLE: 'api' }));
let person: Awaited<ReturnType<typeof givenOperator>>;
let ownerId = '';

beforeAll(async () => {
  ({ ownerId } = await givenOwner(server.connection));
  person = await givenOperator(server, ownerId);
});
beforeEach(() => server.connection.pool.query('DELETE FROM rate_windows'));

function listStrings(schema: Schema, name: string): (readonly [string, Schema])[] {
  const { properties = {}, items, allOf = [], ...own } = resolve(schema);
  return [
    ...(own.type === undefined || !['string'].concat(own.type).includes('string')
      ? []
      : [[name, own] as const]),
    ...allOf.flatMap((part) => listStrings(part, name)),
    ...(items === undefined ? [] : listStrings(items, `${name}[]`)),
    ...Object.entries(properties).flatMap(([key, property]) => listStrings(property, `${name}.${key}`)),
  ].filter(([, { type }]) => [type].flat().includes('string'));
}

const FORMATS = new Set(['date', 'date-time']);

test('every string of a request, apart from those of the video API, has a pattern, a format of dates or listed values', () => {
  const open = operations
    .filter((operation) => !isVideoRequest(operation))
    .flatMap(({ operationId, parameters, requestBody }) => [
      ...parameters.flatMap(({ name, schema }) => listStrings(schema, `${operationId} ${name}`)),
      ...(requestBody === undefined
        ? []
        : listStrings(requestBody.content['application/json'].schema, operationId)),
    ])
    .filter(
      ([, { pattern, format = '', enum: values, const: value }]) =>
        pattern === undefined && values === undefined && value === undefined && !FORMATS.has(format),
    );
  expect(open.map(([name]) => name)).toEqual([]);
});

const HOSTILE_SEGMENTS = ['%00', 'own_1%00', '%1B%5B31m', '%C2%9B31m', '%E2%80%AE'];
const MALFORMED_SEGMENTS = ['%ED%A0%80', '%FF', '%'];

function fillPath({ path, parameters }: Listed, replaced: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example;
    return replaced[name] ?? (name === 'ownerId' ? ownerId : String(example));
  });
  const named = parameters.filter(({ in: location, name }) => location === 'query' && name in replaced);
  return `${filled}?${query}${named.map(({ name }) => `${name}=${replaced[name]}`).join('&')}`;
}

test.each(named(operations.filter(({ parameters }) => parameters.length > 0)))(
  '%s rejects control characters in its path and its query, and survives bytes that are not UTF-8',
  async (_, operation) => {
    const { method, parameters, requestBody } = operation;
    const json = requestBody?.content['application/json'].example;
    for (const { name, schema, in: location } of parameters) {
      const { type } = listStrings(schema, name)[0]?.[1] ?? {};
      if (type === undefined || location === 'header') continue;
      for (const value of [...HOSTILE_SEGMENTS, ...MALFORMED_SEGMENTS]) {
        const path = fillPath(operation, { [name]: value });
        const response = await person.browser.send(`/api${path}`, {
          method,
          ...(json !== undefined && { json }),
        });
        const tried = `${path} ${response.status}`;
        expect(response.status, tried).toBeLessThan(500);
        if (HOSTILE_SEGMENTS.includes(value)) expect([400, 404], tried).toContain(response.status);
      }
    }
  },
);

const HOSTILE_TEXT = ['\u0000', '\u001b[31m', '\u007f', '\u009b31m', '\u202e', '\ud800'];

/** Returns copies of an example, each with one string made hostile. */
function spoil(example: unknown, text: string): unknown[] {
  if (typeof example === 'string') return [example + text];
  if (Array.isArray(example)) {
    return example.flatMap((item, index) => spoil(item, text).map((bad) => example.with(index, bad)));
  }
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([key, value]) =>
    spoil(value, text).map((bad) => ({ ...example, [key]: bad })),
  );
}

test.each(named(operations.filter(({ requestBody }) => requestBody !== undefined)))(
  '%s rejects control characters in its body',
  async (_, operation) => {
    const path = `/api${fillPath(operation, {})}`;
    const example = operation.requestBody?.content['application/json'].example;
    for (const text of HOSTILE_TEXT) {
      for (const json of spoil(example, text)) {
        const { status } = await person.browser.send(path, { method: operation.method, json });
        const tried = `${JSON.stringify(json)} ${status}`;
        if (isVideoRequest(operation)) expect(status, tried).toBeLessThan(500);
        else expect(status, tried).toBe(400);
      }
    }
  },
);

const LOOKALIKES = [
  'A\u200Bcme',
  'Acme\uFEFF',
  'Ac\u200Dme',
  '\u200CAcme',
  'A\u00ADcme',
  'Ac\u2060me',
  '\u3164',
  '\u2003',
];

test.each(LOOKALIKES)('the name %j is rejected, since other people would see another one', async (name) => {
  const { status } = await person.browser.send(`/api/owners/${ownerId}`, { method: 'PATCH', json: { name } });
  expect(status).toBe(400);
});

test.each(['Acme', 'Ümläut GmbH', 'می\u200cخواهم', '👩\u200d🎨 Studio', '❤\ufe0f'])(
  'the name %j is accepted',
  async (name) => {
    const { status } = await person.browser.send(`/api/owners/${ownerId}`, {
      method: 'PATCH',
      json: { name },
    });
    expect(status).toBe(200);
  },
);

test.each(named(operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))))(
  '%s accepts the cursor of its example',
  async (_, operation) => {
    const example = operation.parameters.find(({ name }) => name === 'cursor')?.example;
    const path = fillPath(operation, { cursor: String(example) });
    expect((await person.browser.send(`/api${path}`)).status).toBe(200);
  },
);

const SIGN_IN_PATHS = ['sign-in/email', 'sign-in/social', 'change-password', 'revoke-session', 'sign-out'];

test.each(SIGN_IN_PATHS)('/auth/%s rejects control characters in every member of its body', async (path) => {
  const example = {
    email: 'ada@example.com',
    password: PASSWORD,
    currentPassword: PASSWORD,
    newPassword: PASSWORD,
    token: 'x',
    provider: 'oidc',
    callbackURL: '/console/',
    nested: { list: ['x'] },
  };
  for (const text of ['\u0000', '\u001b[31m', '\u009b31m', '\ud800']) {
    for (const json of [...spoil(example, text), { ...example, [`x${text}`]: 1 }]) {
      const response = await new Browser(server).send(`/auth/${path}`, { json });
      expect(response.status, JSON.stringify(json)).toBe(400);
    }
  }
});

test.each([
  'callback/oidc?state=%00',
  'callback/oidc?state=x&code=%1B',
  'callback/%00',
  'error?error=%00',
  'callback/oidc?state=%FF',
])('/auth/%s is rejected', async (path) => {
  expect([400, 404]).toContain((await person.browser.send(`/auth/${path}`)).status);
});
