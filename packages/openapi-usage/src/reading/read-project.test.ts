import { generate } from '@keyframe/openapi-client';
import { printTypes } from '@keyframe/openapi-client/print-types';
import { describe, expect, test } from 'vitest';
import { listUses, MODEL, readFiles } from '../../tests/project.ts';

const ORDER = '#/components/schemas/Order/properties';
const LINE = `${ORDER}/lines/items/properties`;
const DRAFT = '#/paths/~1orders/post/requestBody/content/application~1json/schema/properties';
const RESPONSES = '#/paths/~1orders~1{id}/get/responses/';
const GET = '#/paths/~1orders~1{id}/get/parameters';

const FETCH = `import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';
export type Order = components['schemas']['Order'];
export const api = createClient<paths>({ baseUrl: '/' });
export const load = async (id: string): Promise<Order> => {
  const { data } = await api.GET('/orders/{id}', { params: { path: { id } } });
  if (!data) throw new Error('none');
  return data;
};
`;

const IMPORTS = "import { api, load, type Order } from './api.ts';\n";

type Case = readonly [title: string, code: string, expected: readonly string[]];

/** Reads the code of a table as files of one project, which is read once. */
function readCases(cases: readonly Case[], start: string) {
  const files = cases.map(([, code], index) => [`case-${index}.tsx`, start + code]);
  return readFiles({
    'schema.ts': printTypes(MODEL.document),
    'api.ts': FETCH,
    ...Object.fromEntries(files),
  });
}

/** Reads code that has an order, and the client of openapi-fetch. */
function readCode(code: string) {
  return readFiles({ 'schema.ts': printTypes(MODEL.document), 'api.ts': FETCH, 'app.tsx': IMPORTS + code });
}

const CODE: readonly Case[] = [
  ['a member', `export const size = (await load('1')).size;`, [`reads ${ORDER}/size`]],
  [
    'a member by a variable',
    `const load2 = async (name: 'size' | 'id') => (await load('1'))[name];`,
    [`reads ${ORDER}/id`, `reads ${ORDER}/size`],
  ],
  [
    'a property of a component',
    `const Size = ({ order }: { order: Order }) => <b>{order.size}</b>;`,
    [`reads ${ORDER}/size`],
  ],
  [
    'a property of a component with a type of its own',
    `interface Props { row: { weight?: number } }\nconst Row = ({ row }: Props) => <b>{row.weight}</b>;\nexport const view = <Row row={await load('1')} />;`,
    [`reads ${ORDER}/weight`],
  ],
  ['a member in brackets', `export const size = (await load('1'))['size'];`, [`reads ${ORDER}/size`]],
  ['a binding', `export const { weight: heavy } = await load('1');`, [`reads ${ORDER}/weight`]],
  ['a binding in a parameter', `export const show = ({ size }: Order) => size;`, [`reads ${ORDER}/size`]],
  [
    'items in a callback',
    `export const skus = (await load('1')).lines.map(({ sku }) => sku);`,
    [`reads ${ORDER}/lines`, `reads ${LINE}/sku`],
  ],
  [
    'an assignment to a type of its own',
    `interface Row { size: string }\nconst row: Row = await load('1');\nexport const size = row.size;`,
    [`reads ${ORDER}/size`],
  ],
  [
    'an argument of a type of its own',
    `const show = (row: { readonly weight?: number }) => row.weight;\nexport const text = show(await load('1'));`,
    [`reads ${ORDER}/weight`],
  ],
  [
    'a result in a generic function with a constraint of its own',
    `interface Part { weight?: number }\nconst show = async <T extends Part>(call: (id: string) => Promise<T>) => (await call('1')).weight;\nexport const text = show(load);`,
    [`reads ${ORDER}/weight`],
  ],
  [
    'a list of a type of its own',
    `interface Row { id: string }\nconst show = (rows: readonly Row[]) => rows.map((row) => row.id);\nconst { data } = await api.GET('/orders');\nexport const ids = show(data ?? []);`,
    [`reads ${ORDER}/id`],
  ],
  [
    'a spread',
    `const view = { ...(await load('1')), isOpen: true };\nexport const size = view.size;`,
    [`reads ${ORDER}/size`],
  ],
  [
    'a value that is serialized',
    `export const copy = JSON.stringify(await load('1'));`,
    ['id', 'lines', 'parameters', 'size', 'weight'].map((name) => `whole ${ORDER}/${name}`),
  ],
  [
    'a value in a literal that goes anywhere',
    `declare const log: (value: unknown) => void;\nconst order = await load('1');\nlog({ read: () => order.lines[0] });`,
    [`reads ${ORDER}/lines`, `whole ${LINE}/count`, `whole ${LINE}/sku`],
  ],
  [
    'a request that is written out',
    `await api.POST('/orders', { body: { size: 'm', note: 'now' } });`,
    [`sends ${DRAFT}/note`, `sends ${DRAFT}/size`],
  ],
  [
    'a request of a type of its own',
    `const draft: { size: string } = { size: 'm' };\nawait api.POST('/orders', { body: draft });`,
    [`sends ${DRAFT}/size`],
  ],
  [
    'a parameter',
    `await api.GET('/orders/{id}', { params: { path: { id: '1' }, query: { expand: 'lines' } } });`,
    [`sends ${GET}/0`, `sends ${GET}/1`],
  ],
];

const STATUSES: readonly Case[] = [
  ['a comparison', `export const isGone = (await get()).response.status === 404;`, ['404']],
  [
    'another order',
    `const { response } = await get();\nexport const isGone = 404 === response.status;`,
    ['404'],
  ],
  ['an order of statuses', `export const isError = (await get()).response.status >= 400;`, ['404', '4XX']],
  ['a status of a range', `export const isBusy = (await get()).response.status === 429;`, ['4XX']],
  [
    'a switch',
    `const { response: { status } } = await get();\nswitch (status) {\n  case 200:\n  case 404:\n}`,
    ['200', '404'],
  ],
  ['an error', `export const { error } = await get();`, ['404', '4XX']],
  ['a callback', `export const isGone = get().then(({ response }) => response.status === 404);`, ['404']],
  ['a number that is no status', `export const isGone = (await get()).response.status === 4;`, []],
  ['a status of another request', `export const isGone = (await fetch('/')).status === 404;`, []],
];

const CONSTANTS: readonly (readonly [
  title: string,
  code: string,
  constants: readonly string[] | undefined,
])[] = [
  ['a switch', `switch (order.size) { case 's': case 'm': }`, ['s', 'm']],
  ['a constant', `const { size } = order;\nexport const isSmall = size === 's' || size === 'm';`, ['s', 'm']],
  ['a variable', `const size = order.size;\nexport const isSmall = size !== 's';`, ['s']],
  ['a list', `export const isSmall = ['s', 'm'].includes(order.size);`, ['s', 'm']],
  ['another use', `const { size } = order;\nexport const text = size === 's' ? '' : size;`, undefined],
];

describe('a client of openapi-fetch', () => {
  const uses = readCases(CODE, IMPORTS);

  test.each(CODE)('%s is found', async (title, _, expected) => {
    const index = CODE.findIndex(([name]) => name === title);
    expect(listUses(await uses, `case-${index}.tsx`)).toEqual(expected);
  });

  test('the constants that a value is compared with are named, unless it is used otherwise, too', async () => {
    const compared = `export const isSmall = (await load('1')).size === 's';\n`;
    expect((await readCode(compared)).places[`${ORDER}/size`]?.values).toEqual(['s']);
    const { places } = await readCode(`${compared}export const size = (await load('1')).size ?? '';`);
    expect(places[`${ORDER}/size`]?.values).toBeUndefined();
  });

  const get = "const get = () => api.GET('/orders/{id}', { params: { path: { id: '1' } } });\n";
  const statusUses = readCases(STATUSES, IMPORTS + get);

  test.each(STATUSES)('the status of %s is found', async (title, _, statuses) => {
    const index = STATUSES.findIndex(([name]) => name === title);
    const reads = listUses(await statusUses, `case-${index}.tsx`).filter((use) => use.includes(RESPONSES));
    expect(reads).toEqual(statuses.map((status) => `reads ${RESPONSES}${status}`));
  });

  test.each(CONSTANTS)('the constants in %s are found', async (_, code, constants) => {
    const { places } = await readCode(`const order = await load('1');\n${code}`);
    expect(places[`${ORDER}/size`]?.values).toEqual(constants);
  });

  test('constants that are sent are named', async () => {
    const code = `declare const isLong: boolean;\nawait api.GET('/orders/{id}', { params: { path: { id: '1' }, query: { expand: isLong ? 'lines' : 'customer' } } });`;
    expect((await readCode(code)).places[`${GET}/1`]?.values?.toSorted()).toEqual(['customer', 'lines']);
  });

  test('constants that the document does not list are not named, as they may be secret', async () => {
    const code = `await api.POST('/orders', { body: { size: 'secret' } });\nif ((await load('secret')).id === 'secret') await load('1');`;
    const uses = await readCode(code);
    expect(uses.places[`${DRAFT}/size`]?.sends).toEqual(['app.tsx:2']);
    expect(JSON.stringify(uses)).not.toContain('secret');
  });
});

describe('calls of openapi-fetch', () => {
  test('all that operations take and return counts as used if the types of the client are missing', async () => {
    const { places, operations } = await readFiles({
      'schema.ts': printTypes(MODEL.document),
      'app.ts': `import create from 'no-such-package';
import type { paths } from './schema.ts';
export const order = await create<paths>().GET('/orders/{id}', { params: { path: { id: '1' } } });
`,
    });
    expect(operations).toEqual({ 'GET /orders/{id}': { calls: ['app.ts:3'] } });
    expect(places[`${RESPONSES}200/content/application~1json/schema`]?.whole).toEqual(['app.ts:3']);
    expect(places[`${GET}/0`]?.whole).toEqual(['app.ts:3']);
  });

  test('JavaScript that calls it is read', async () => {
    const { places } = await readFiles({
      'schema.ts': printTypes(MODEL.document),
      'api.ts': FETCH,
      'app.js': `import { load } from './api.ts';\nexport const size = (await load('1')).size;\n`,
    });
    expect(places[`${ORDER}/size`]?.reads).toEqual(['app.js:2']);
  });

  test('the calls of operations have their locations', async () => {
    const { operations } = await readCode(
      `await api.GET('/orders');\nawait api.POST('/orders', { body: { size: 'm' } });`,
    );
    expect(operations).toEqual({
      'GET /orders': { calls: ['app.tsx:2'] },
      'POST /orders': { calls: ['app.tsx:3'] },
      'GET /orders/{id}': { calls: ['api.ts:6'] },
    });
  });
});

test('a client that was generated from the document is read', async () => {
  const { files } = await generate(MODEL, { source: 'orders.yaml' });
  const { places, operations } = await readFiles({
    ...Object.fromEntries(files.map((file) => [`client/${file.path}`, file.text])),
    'app.ts': `import { createClient, createOrder, getOrder } from './client/index.ts';
const client = createClient({ baseUrl: 'http://localhost' });
const { lines } = await getOrder(client, { path: { id: '1' } });
export const count = lines[0]?.count;
await createOrder(client, { body: { size: 'm' } });
`,
  });
  expect(operations).toEqual({
    'GET /orders/{id}': { calls: ['app.ts:3'] },
    'POST /orders': { calls: ['app.ts:5'] },
  });
  expect(places[`${ORDER}/lines`]?.reads).toEqual(['app.ts:3']);
  expect(places[`${LINE}/count`]?.reads).toEqual(['app.ts:4']);
  expect(places[`${DRAFT}/size`]?.sends).toEqual(['app.ts:5']);
});

const HEY_API = {
  'client/types.gen.ts': `// This file is auto-generated by @hey-api/openapi-ts
export type Order = { id: string; size: 's' | 'm' | 'l'; lines: Array<{ sku: string; count?: number }> };
export type GetOrderData = { body?: never; path: { id: string }; query?: { expand?: 'lines' }; url: '/orders/{id}' };
export type GetOrderResponses = { 200: Order };
export type CreateOrderData = { body: { size: string; note?: string }; url: '/orders' };
export type SaveData = { body: { size: string; note?: string }; url: '/orders' };
`,
  'client/sdk.gen.ts': `// This file is auto-generated by @hey-api/openapi-ts
import type { CreateOrderData, GetOrderData, GetOrderResponses, SaveData } from './types.gen.ts';
type Options<T> = Omit<T, 'url'>;
declare const client: { [name in 'get' | 'post']: <T>(options: object) => Promise<{ data: T }> };
export const getOrder = (options: Options<GetOrderData>) =>
  client.get<GetOrderResponses[200]>({ url: '/orders/{id}', ...options });
export const createOrder = (options: Options<CreateOrderData>) =>
  client.post<GetOrderResponses[200]>({ url: '/orders', ...options });
// Named by a rule of the project.
export const save = (options: Options<SaveData>) => client.post({ url: '/orders', ...options });
`,
};

test('an SDK of hey-api is read', async () => {
  const { places, operations } = await readFiles({
    ...HEY_API,
    'app.ts': `import { createOrder, getOrder, save } from './client/sdk.gen.ts';
const { data } = await getOrder({ path: { id: '1' }, query: { expand: 'lines' } });
export const skus = data.lines.map(({ sku }) => sku);
await createOrder({ body: { size: data.size } });
await save({ body: { size: 'm', note: '' } });
`,
  });
  expect(operations).toEqual({
    'GET /orders/{id}': { calls: ['app.ts:2'] },
    'POST /orders': { calls: ['app.ts:4', 'app.ts:5'] },
  });
  expect(places[`${DRAFT}/note`]?.sends).toEqual(['app.ts:5']);
  expect(places[`${LINE}/sku`]?.reads).toEqual(['app.ts:3']);
  expect(places[`${ORDER}/size`]?.reads).toEqual(['app.ts:4']);
  expect(places[`${DRAFT}/size`]?.sends).toEqual(['app.ts:4', 'app.ts:5']);
  expect(places[`${GET}/1`]?.values).toEqual(['lines']);
});

test.each([
  ['a folder that does not exist', { name: 'nowhere', files: {}, message: 'nowhere does not exist.' }],
  [
    'a folder without TypeScript',
    { name: 'src', files: { 'src/a.css': '' }, message: 'src contains no TypeScript.' },
  ],
  [
    'sources without generated types',
    { name: 'src', files: { 'src/a.ts': 'export const a = 1;' }, message: 'src imports nothing' },
  ],
])('%s is refused', async (_, { name, files, message }) => {
  await expect(readFiles(files, name)).rejects.toThrow(message);
});
