// Parameters in every style that OpenAPI 3.2 defines, sent to a mounted app; `read-value.test.ts` of openapi-runtime has the
// notations of each style.
import { expect, test } from 'vitest';
import { ask, documentOfPaths, generated } from './mount.ts';

const LIST = { type: 'array', items: { type: 'string' } };
const NUMBERS = { type: 'array', items: { type: 'integer' } };
const COLOR = { type: 'object', properties: { R: { type: 'integer' }, name: { type: 'string' } } };

const SHORT = { type: 'string', maxLength: 5 };
const RANGE = { type: 'object', properties: { gt: { type: 'integer' }, lt: { type: 'integer' } } };
const RANGE_OR_NUMBER = { anyOf: [RANGE, { type: 'integer' }] };

interface Case {
  in: string;
  style?: string;
  explode?: boolean;
  schema?: object;
  [name: string]: unknown;
}

// One operation for each case; its parameter is called `p`.
const CASES = {
  formList: { in: 'query', schema: LIST },
  formListFlat: { in: 'query', explode: false, schema: NUMBERS },
  formObject: { in: 'query', schema: COLOR },
  formObjectFlat: { in: 'query', explode: false, schema: COLOR },
  formOpen: { in: 'query', schema: { type: 'object', additionalProperties: { type: 'integer' } } },
  space: { in: 'query', style: 'spaceDelimited', schema: LIST },
  pipe: { in: 'query', style: 'pipeDelimited', schema: LIST },
  pipeObject: { in: 'query', style: 'pipeDelimited', schema: COLOR },
  deep: { in: 'query', style: 'deepObject', explode: true, schema: COLOR },
  deepOpen: { in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
  deepAny: {
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: { type: 'object', additionalProperties: true },
  },
  textListFlat: { in: 'query', explode: false, schema: LIST },
  enumListFlat: {
    in: 'query',
    explode: false,
    schema: { type: 'array', items: { enum: ['a', 'b'] } },
  },
  textOrList: {
    in: 'query',
    schema: { oneOf: [SHORT, { type: 'array', items: SHORT, minItems: 2 }] },
  },
  anyOfTextOrList: { in: 'query', schema: { anyOf: [{ type: 'array', items: SHORT }, SHORT] } },
  typesTextOrList: { in: 'query', schema: { type: ['string', 'array'], items: { type: 'string' } } },
  flatTextOrList: { in: 'query', explode: false, schema: { type: ['string', 'array'], items: SHORT } },
  literals: {
    in: 'query',
    schema: { type: 'array', items: { oneOf: [{ enum: ['all', 'none'] }, { type: 'integer' }] } },
  },
  numericLiterals: {
    in: 'query',
    schema: { type: 'array', items: { anyOf: [{ enum: ['1', 'all'] }, { type: 'integer', minimum: 5 }] } },
  },
  listsOf: {
    in: 'query',
    schema: {
      oneOf: [
        { type: 'array', items: { type: 'integer' } },
        { type: 'array', items: { type: 'string' } },
      ],
    },
  },
  rangeOrNumber: { in: 'query', style: 'deepObject', explode: true, schema: RANGE_OR_NUMBER },
  nested: {
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: {
      type: 'object',
      properties: {
        created: RANGE_OR_NUMBER,
        expand: { type: 'array', items: { type: 'string' } },
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { price: { type: 'string' }, quantity: { type: 'integer' } },
          },
        },
        metadata: { anyOf: [{ type: 'object', additionalProperties: { type: 'string' } }, { enum: [''] }] },
        value: { anyOf: [{ type: 'number', maximum: 10 }, { type: 'string' }] },
      },
    },
  },
  deepList: { in: 'query', style: 'deepObject', explode: true, schema: LIST },
  listInList: { in: 'query', schema: { type: 'array', items: NUMBERS } },
  pipeListInList: { in: 'query', style: 'pipeDelimited', schema: { type: 'array', items: NUMBERS } },
  listInObject: { in: 'query', schema: { type: 'object', properties: { a: NUMBERS, b: LIST } } },
  json: { in: 'query', content: { 'application/json': { schema: COLOR } } },
  empty: { in: 'query', allowEmptyValue: true, schema: { type: 'integer', default: 3 } },
  reserved: { in: 'query', allowReserved: true, schema: { type: 'string' } },
  text: { in: 'query', schema: { type: 'string' } },
  either: { in: 'query', schema: { oneOf: [{ type: 'integer', minimum: 10 }, { type: 'string' }] } },
  nullable: { in: 'query', schema: { type: ['integer', 'boolean', 'null'] } },
  nullableText: { in: 'query', schema: { type: ['string', 'null'] } },
  fallback: { in: 'query', schema: { type: 'integer', default: 20 } },
  header: { in: 'header', schema: { type: 'number' } },
  headerList: { in: 'header', schema: NUMBERS },
  headerObject: { in: 'header', schema: COLOR },
  headerExploded: { in: 'header', explode: true, schema: COLOR },
  cookie: { in: 'cookie', schema: { type: 'boolean' } },
  cookieFlat: { in: 'cookie', explode: false, schema: NUMBERS },
  cookieExploded: { in: 'cookie', schema: NUMBERS },
  cookieObject: { in: 'cookie', explode: false, schema: COLOR },
  cookieStyle: { in: 'cookie', style: 'cookie', schema: LIST },
  cookieStyleFlat: { in: 'cookie', style: 'cookie', explode: false, schema: LIST },
  cookieStyleObject: { in: 'cookie', style: 'cookie', schema: COLOR },
  simple: { in: 'path', schema: { type: 'number' } },
  simpleList: { in: 'path', schema: LIST },
  simpleObject: { in: 'path', schema: COLOR },
  simpleExploded: { in: 'path', explode: true, schema: COLOR },
  label: { in: 'path', style: 'label', schema: { type: 'integer' } },
  labelList: { in: 'path', style: 'label', schema: LIST },
  labelExploded: { in: 'path', style: 'label', explode: true, schema: LIST },
  labelObject: { in: 'path', style: 'label', explode: true, schema: COLOR },
  matrix: { in: 'path', style: 'matrix', schema: { type: 'integer' } },
  matrixList: { in: 'path', style: 'matrix', schema: LIST },
  matrixExploded: { in: 'path', style: 'matrix', explode: true, schema: LIST },
  matrixObject: { in: 'path', style: 'matrix', schema: COLOR },
  matrixObjectExploded: { in: 'path', style: 'matrix', explode: true, schema: COLOR },
} as const satisfies Record<string, Case>;

type Name = keyof typeof CASES;

const paths = Object.entries<Case>(CASES).map(([id, parameter]) => {
  const required = parameter.in === 'path' ? { required: true } : {};
  const get = { operationId: id, parameters: [{ name: 'p', ...required, ...parameter }], responses: {} };
  return [parameter.in === 'path' ? `/${id}/{p}` : `/${id}`, { get }];
});
const { mount } = await generated(documentOfPaths(Object.fromEntries(paths), { openapi: '3.2.0' }));
const app = mount();

const TARGETS = { query: 'query', header: 'header', cookie: 'cookie', path: 'param' } as const;

function send(name: Name, text: string) {
  const { in: location } = CASES[name];
  if (location === 'query') return ask(app, `/${name}?${text}`);
  if (location === 'path') return ask(app, `/${name}/${text}`);
  return ask(app, `/${name}`, { headers: { [location === 'header' ? 'p' : 'cookie']: text } });
}

test.each<[Name, string, unknown]>([
  ['formList', 'p=a&p=b%26c', ['a', 'b&c']],
  ['formListFlat', 'p=1,2', [1, 2]],
  ['formObject', 'R=100&name=a+b', { R: 100, name: 'a b' }],
  ['formObjectFlat', 'p=R,100,name,a%2Cb', { R: 100, name: 'a,b' }],
  ['formOpen', 'a=1&__proto__=2', JSON.parse('{"a":1,"__proto__":2}')],
  ['space', 'p=a%20b%2Cc', ['a', 'b,c']],
  ['pipe', 'p=a|b%7Cc%2C', ['a', 'b|c,']],
  ['pipeObject', 'p=R|100|name|x', { R: 100, name: 'x' }],
  ['deep', 'p[R]=100&p%5Bname%5D=a&q[R]=1', { R: 100, name: 'a' }],
  ['deep', 'p[__proto__]=1&p[R]=2', JSON.parse('{"__proto__":"1","R":2}')],
  ['deepOpen', 'p[a][b]=1&p[c][]=x&p[d]=y', { a: { b: '1' }, c: ['x'], d: 'y' }],
  ['deepAny', 'p[a][b]=x&p[c][0][d]=z', { a: { b: 'x' }, c: [{ d: 'z' }] }],
  // An encoded delimiter is part of an item, unless only the items around it are what the schema accepts.
  ['textListFlat', 'p=a%2Cb,c', ['a,b', 'c']],
  ['formListFlat', 'p=1%2C2', [1, 2]],
  ['enumListFlat', 'p=a%2Cb', ['a', 'b']],
  ['formObjectFlat', 'p=R%2C100%2Cname%2Cx', { R: 100, name: 'x' }],
  // One text is a text where the schema accepts that, several are a list.
  ['textOrList', 'p=a', 'a'],
  ['textOrList', 'p=a&p=b', ['a', 'b']],
  ['anyOfTextOrList', 'p=a', 'a'],
  ['anyOfTextOrList', 'p=a&p=b', ['a', 'b']],
  ['typesTextOrList', 'p=a', 'a'],
  ['typesTextOrList', 'p=a&p=b', ['a', 'b']],
  ['flatTextOrList', 'p=a,b', ['a', 'b']],
  ['flatTextOrList', 'p=a', 'a'],
  ['flatTextOrList', 'p=abcdefgh,c', 'abcdefgh,c'],
  // An item is the first kind that its own schema accepts.
  ['literals', 'p=all&p=5', ['all', 5]],
  ['numericLiterals', 'p=1&p=7&p=all', ['1', 7, 'all']],
  ['listsOf', 'p=1&p=2', [1, 2]],
  ['listsOf', 'p=1&p=a', ['1', 'a']],
  ['rangeOrNumber', 'p=5', 5],
  ['rangeOrNumber', 'p[gt]=5&p[lt]=7', { gt: 5, lt: 7 }],
  [
    'nested',
    'p[created][gt]=5&p[items][0][price]=a&p[items][0][quantity]=2&p[items][1][price]=b&p[metadata][k%5B]=v',
    {
      created: { gt: 5 },
      items: [{ price: 'a', quantity: 2 }, { price: 'b' }],
      metadata: { 'k[': 'v' },
    },
  ],
  ['nested', 'p[created]=5&p[metadata]=', { created: 5, metadata: '' }],
  ['nested', 'p[expand][]=a&p[expand][]=b', { expand: ['a', 'b'] }],
  ['nested', 'p[expand][1]=b&p[expand][0]=a', { expand: ['a', 'b'] }],
  ['nested', 'p[expand]=a&p[expand]=b', { expand: ['a', 'b'] }],
  ['nested', 'p[value]=7', { value: 7 }],
  ['nested', 'p[value]=70', { value: '70' }],
  ['deepList', 'p[]=a&p[]=b', ['a', 'b']],
  ['deepList', 'p=a', ['a']],
  ['listInList', 'p=1,2&p=3', [[1, 2], [3]]],
  ['pipeListInList', 'p=1,2|3', [[1, 2], [3]]],
  ['listInObject', 'a=1&a=2&b=x', { a: [1, 2], b: ['x'] }],
  ['json', `p=${encodeURIComponent('{"R":100,"name":"a"}')}`, { R: 100, name: 'a' }],
  ['empty', 'p=', ''],
  ['empty', 'p', ''],
  ['empty', 'p=4', 4],
  ['reserved', 'p=a+b:/?c=d%20e', 'a+b:/?c=d e'],
  ['text', 'p=a+b%2B%3D=', 'a b+=='],
  ['either', 'p=11', 11],
  ['either', 'p=9', '9'],
  ['either', 'p=x', 'x'],
  ['nullable', 'p=null', null],
  ['nullableText', 'p=null', 'null'],
  ['fallback', 'q=1', 20],
  ['header', '1.5', 1.5],
  ['headerList', '1, 2,3', [1, 2, 3]],
  ['headerObject', 'R,100,name,a%2C', { R: 100, name: 'a%2C' }],
  ['headerExploded', 'R=100, name=a=b', { R: 100, name: 'a=b' }],
  ['cookie', 'q=1; p=true', true],
  ['cookieFlat', 'p=1,2', [1, 2]],
  ['cookieExploded', 'p=1; p=2', [1, 2]],
  ['cookieObject', 'p=R,100,name,a%20b', { R: 100, name: 'a b' }],
  ['cookieStyle', 'p=a%20b; p=c,d', ['a%20b', 'c,d']],
  ['cookieStyleFlat', 'p=a%20b,c', ['a%20b', 'c']],
  ['cookieStyleObject', 'R=100; name=a%20b', { R: 100, name: 'a%20b' }],
  ['simple', '-1e2', -100],
  ['simpleList', 'a,b%2Cc,%2F', ['a', 'b,c', '/']],
  ['simpleObject', 'R,100,name,%25', { R: 100, name: '%' }],
  ['simpleExploded', 'R=100,name=%C3%A9', { R: 100, name: 'é' }],
  ['label', '.7', 7],
  ['labelList', '.a,b', ['a', 'b']],
  ['labelExploded', '.a.b', ['a', 'b']],
  ['labelExploded', '.a%2Eb.c%252E', ['a.b', 'c%2E']],
  ['labelObject', '.R=100.name=x', { R: 100, name: 'x' }],
  ['matrix', ';p=7', 7],
  ['matrixList', ';p=a,b%2C', ['a', 'b,']],
  ['matrixExploded', ';p=a;p=b', ['a', 'b']],
  ['matrixObject', ';p=R,100,name,x', { R: 100, name: 'x' }],
  ['matrixObjectExploded', ';R=100;name=%3B', { R: 100, name: ';' }],
])('%s reads %s', async (name, text, expected) => {
  const { status, body } = await send(name, text);
  const given = body[TARGETS[CASES[name].in]];
  expect([status, JSON.stringify(given)]).toEqual([200, JSON.stringify({ p: expected })]);
});

test.each<[Name, string, string]>([
  ['formListFlat', 'p=1,a', 'an item that is no number'],
  ['nested', 'p[created][gt]=x', 'a nested member that is no number'],
  ['nested', 'p[items][0][price]=a&p[items][x][price]=b', 'a name in place of an index'],
  ['nested', 'p=5', 'a single value in place of an object'],
  ['rangeOrNumber', 'p[gt]=x', 'a member that is no number'],
  ['rangeOrNumber', 'p=x', 'a text that is no number'],
  ['textOrList', 'p=abcdef&p=b', 'an item that is too long'],
  ['literals', 'p=other', 'a literal that is not allowed'],
  ['literals', 'p=1.5', 'a number that is not whole'],
  ['formObject', 'R=a', 'a member that is no number'],
  ['json', 'p={%22R%22:%22a%22}', 'JSON that its schema refuses'],
  ['nullable', 'p=', 'an empty text'],
  ['fallback', 'p=', 'an empty text where that is not allowed'],
  ['header', '0x10', 'no number of JSON'],
  ['headerObject', 'R,100,name', 'a member without a value'],
  ['cookie', 'p=TRUE', 'no boolean of JSON'],
  ['matrix', '7', 'no name'],
])('%s refuses %s: %s', async (name, text) => {
  const { status, body } = await send(name, text);
  expect([status, body.status]).toEqual([400, 400]);
});

test('a finding about how a parameter is written names it', async () => {
  const { body } = await send('matrix', '7');
  expect(JSON.stringify(body)).toContain('must be written in the style matrix');
  expect(JSON.stringify(body)).toContain('"pointer":"/p"');
});

test('objects that are spread over a query leave the names of other parameters alone', async () => {
  const rest = { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } };
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
    { name: 'rest', in: 'query', schema: rest },
  ];
  const shared = await generated(documentOfPaths({ '/': { get: { parameters, responses: {} } } }));
  const { body } = await ask(shared.mount(), '/?limit=1&a=2&b=3');
  expect(body.query).toEqual({ limit: 1, rest: { a: '2', b: '3' } });
});

test('a parameter may have a name that every object inherits', async () => {
  const parameters = ['constructor', 'toString'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'string', maxLength: 3 },
  }));
  const responses = { 200: { description: 'ok' } };
  const { mount } = await generated(
    documentOfPaths({ '/a': { get: { operationId: 'a', parameters, responses } } }),
  );
  expect(await ask(mount(), '/a')).toMatchObject({ status: 200, body: { query: {} } });
  expect(await ask(mount(), '/a?constructor=abc')).toMatchObject({ body: { query: { constructor: 'abc' } } });
  expect((await ask(mount(), '/a?toString=abcd')).status).toBe(400);
});

// Any text is the name of a query parameter, whether or not it could be the name of a header.
const NAMES = {
  brackets: { name: 'ids[]', in: 'query', schema: NUMBERS },
  page: { name: 'page[size]', in: 'query', schema: { type: 'integer' } },
  umlaut: { name: 'größe', in: 'query', schema: { type: 'integer' } },
  space: { name: 'a b', in: 'query', schema: { type: 'integer' } },
  colon: { name: 'gte:date', in: 'query', schema: { type: 'string' } },
  empty: { name: '', in: 'query', schema: { type: 'string' } },
  at: { name: '@type', in: 'query', schema: { type: 'string' } },
  cookie: { name: 'c[a]', in: 'cookie', schema: { type: 'string' } },
};

const namePaths = Object.entries(NAMES).map(([operationId, parameter]) => [
  `/${operationId}`,
  { get: { operationId, parameters: [parameter], responses: { 200: { description: 'ok' } } } },
]);
const namesApp = (await generated(documentOfPaths(Object.fromEntries(namePaths)))).mount();

test.each<[keyof typeof NAMES, string, number, unknown]>([
  ['brackets', '?ids[]=1&ids[]=2', 200, { query: { 'ids[]': [1, 2] } }],
  ['brackets', '?ids%5B%5D=1&ids%5B%5D=2', 200, { query: { 'ids[]': [1, 2] } }],
  ['brackets', '', 200, { query: {} }],
  ['brackets', '?ids[]=x', 400, {}],
  ['page', '?page[size]=5', 200, { query: { 'page[size]': 5 } }],
  ['umlaut', '?gr%C3%B6%C3%9Fe=1', 200, { query: { größe: 1 } }],
  ['space', '?a%20b=1', 200, { query: { 'a b': 1 } }],
  ['colon', '?gte:date=x', 200, { query: { 'gte:date': 'x' } }],
  ['empty', '?=x', 200, { query: { '': 'x' } }],
  ['at', '?@type=x', 200, { query: { '@type': 'x' } }],
  ['cookie', '', 200, { cookie: { 'c[a]': 'x' } }],
])('%s: a request with %j and a name that no header has is %d', async (...[id, query, status, expected]) => {
  const response = await ask(namesApp, `/${id}${query}`, { headers: { cookie: 'c[a]=x' } });
  expect(response.status).toBe(status);
  expect(response.body).toMatchObject(expected as object);
});
