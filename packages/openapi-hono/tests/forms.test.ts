// Form bodies: fields by their types, by `encoding`, and as files.
import { expect, test } from 'vitest';
import { type AnyHandler, ask, documentOfPaths, generated } from './mount.ts';

const BINARY = { type: 'string', format: 'binary' };
const POINT = { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } };
const POINTS = { type: 'array', items: POINT };

const upload = {
  schema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: BINARY,
      photos: { type: 'array', items: { type: 'string', contentMediaType: 'image/png' }, maxItems: 2 },
      any: {},
      size: { type: 'integer', default: 1 },
      flag: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      point: POINT,
      points: POINTS,
      text: { type: 'string', contentEncoding: 'base64' },
      logo: { type: 'string' },
      flat: { type: 'array', items: { type: 'integer' } },
    },
  },
  encoding: {
    file: {
      contentType: 'image/png, image/jpeg',
      headers: { 'X-Sum': { required: true, schema: { type: 'integer' } } },
    },
    logo: { contentType: 'image/*' },
    point: { contentType: 'application/json' },
    flat: { style: 'form', explode: false },
  },
};

const form = {
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer', default: 18 },
      tags: { type: 'array', items: { type: 'string' } },
      point: POINT,
      points: POINTS,
      flat: { type: 'array', items: { type: 'integer' } },
      spaced: { type: 'array', items: { type: 'string' } },
      deep: POINT,
      url: { type: 'string' },
    },
  },
  encoding: {
    flat: { explode: false },
    spaced: { style: 'spaceDelimited' },
    deep: { style: 'deepObject', explode: true },
    url: { allowReserved: true },
  },
};

const ITEM = {
  type: 'object',
  properties: {
    price: { type: 'string' },
    quantity: { type: 'integer' },
    tags: { type: 'array', items: {} },
  },
};

// Values that may be several things, as payment services describe them.
const loose = {
  schema: {
    type: 'object',
    properties: {
      id: { type: ['integer', 'string', 'null'] },
      plan: { anyOf: [{ type: 'integer', minimum: 10 }, { type: 'string' }, { type: 'null' }] },
      unset: { anyOf: [{ enum: ['now'] }, { type: 'integer' }, { type: 'null' }] },
      names: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      codes: { type: 'array', items: { oneOf: [{ enum: ['all'] }, { type: 'integer' }] } },
      config: { anyOf: [POINT, { type: 'string' }] },
      items: { type: 'array', items: ITEM },
      metadata: { anyOf: [{ type: 'object', additionalProperties: { type: 'string' } }, { enum: [''] }] },
    },
  },
  encoding: {
    items: { style: 'deepObject', explode: true },
    metadata: { style: 'deepObject', explode: true },
  },
};

const operation = (operationId: string, content: object) => ({
  post: { operationId, requestBody: { required: true, content }, responses: {} },
});
const { mount } = await generated(
  documentOfPaths({
    '/upload': operation('upload', { 'multipart/form-data': upload }),
    '/form': operation('form', { 'application/x-www-form-urlencoded': form }),
    '/loose': operation('loose', { 'application/x-www-form-urlencoded': loose }),
    '/loose-parts': operation('looseParts', { 'multipart/form-data': { schema: loose.schema } }),
    '/closed': operation('closed', {
      'application/x-www-form-urlencoded': { schema: { ...form.schema, additionalProperties: false } },
    }),
    '/either': operation('either', {
      'application/json': { schema: form.schema },
      'multipart/form-data': { schema: form.schema },
    }),
  }),
);

// Files become texts, which a test can compare.
const describeFiles: AnyHandler = async (context) => {
  const valid = context.req.valid('form' as never) as Record<string, unknown>;
  const results = Object.entries(valid).map(async ([name, value]) => {
    const values = await Promise.all(
      [value].flat().map((one) => (one instanceof File ? describeFile(one) : one)),
    );
    return [name, Array.isArray(value) ? values : values[0]];
  });
  return context.json(Object.fromEntries(await Promise.all(results)));
};
const describeFile = async (file: File) => `${file.name} ${file.type} ${await file.text()}`;

const app = mount({ handlers: { upload: describeFiles } });

interface Part {
  name: string;
  text: string;
  filename?: string;
  headers?: readonly string[];
}

function multipart(parts: readonly Part[]): RequestInit {
  const texts = parts.map(({ name, text, filename, headers = [] }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const lines = [`Content-Disposition: form-data; name="${name}"${file}`, ...headers];
    return `--a'b\r\n${lines.join('\r\n')}\r\n\r\n${text}\r\n`;
  });
  const headers = { 'content-type': `multipart/form-data; boundary="a'b"` };
  return { method: 'POST', headers, body: `preamble\r\n${texts.join('')}--a'b--\r\n` };
}

const PNG = ['Content-Type: image/png', 'X-Sum: 7'];
const FILE: Part = { name: 'file', text: 'bytes', filename: 'a.png', headers: PNG };

test('each field of a multipart body is read as its schema and encoding say', async () => {
  const { status, body } = await ask(
    app,
    '/upload',
    multipart([
      FILE,
      { name: 'photos', text: '1', filename: 'é%22.png' },
      { name: 'photos', text: '--a', filename: '2.png' },
      { name: 'any', text: 'x' },
      { name: 'flag', text: 'true' },
      { name: 'tags', text: 'a,b' },
      { name: 'point', text: '{"x":1}', headers: ['Content-Type: application/json; charset=utf-8'] },
      { name: 'points', text: '{"x":1}' },
      { name: 'points', text: '{"y":2}' },
      { name: 'text', text: 'aGk=' },
      { name: 'logo', text: 'gif', filename: 'l.gif', headers: ['content-type: image/gif'] },
      { name: 'flat', text: '1,2' },
      { name: 'other', text: 'kept' },
      { name: 'others', text: 'kept', filename: 'o' },
    ]),
  );
  expect([status, body]).toEqual([
    200,
    {
      file: 'a.png image/png bytes',
      photos: ['é".png  1', '2.png  --a'],
      any: 'any  x',
      size: 1,
      flag: true,
      tags: ['a,b'],
      point: { x: 1 },
      points: [{ x: 1 }, { y: 2 }],
      text: 'aGk=',
      logo: 'l.gif image/gif gif',
      flat: [1, 2],
      other: 'kept',
      others: 'o  kept',
    },
  ]);
});

test.each([
  ['a required file is missing', [], 'file'],
  ['a file of another type', [{ ...FILE, headers: ['Content-Type: text/plain', 'X-Sum: 7'] }], 'image/png'],
  ['a part without its header', [{ ...FILE, headers: ['Content-Type: image/png'] }], 'X-Sum'],
  ['a header of another type', [{ ...FILE, headers: [...PNG.slice(0, 1), 'X-Sum: x'] }], 'X-Sum'],
  ['a file given twice', [FILE, FILE], 'file'],
  ['too many files', [FILE, ...'123'.split('').map((text) => ({ name: 'photos', text }))], 'photos'],
  ['a field that is no number', [FILE, { name: 'size', text: 'x' }], 'size'],
  ['a field that is no JSON', [FILE, { name: 'point', text: '{' }], 'point'],
  ['JSON of another type', [FILE, { name: 'points', text: '{"x":"1"}' }], 'points'],
] as const)('a multipart body is refused: %s', async (_name, parts, message) => {
  const { status, body } = await ask(app, '/upload', multipart(parts));
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
});

test.each([
  ['no delimiter', `multipart/form-data; boundary=x`, 'text'],
  ['no end', `multipart/form-data; boundary=x`, '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
  ['no boundary', 'multipart/form-data', '--x--\r\n'],
  ['a part without a name', 'multipart/form-data; boundary=x', '--x\r\nContent-Type: a/b\r\n\r\n1\r\n--x--'],
])('a multipart body is malformed: %s', async (_name, contentType, body) => {
  const init = { method: 'POST', headers: { 'content-type': contentType }, body };
  const { status, body: answer } = await ask(app, '/upload', init);
  expect([status, JSON.stringify(answer)]).toEqual([
    400,
    expect.stringContaining('is not valid multipart/form-data'),
  ]);
});

test('reads multipart bodies that the platform writes', async () => {
  const data = new FormData();
  data.append('file', new File(['x'], 'ä "q".png', { type: 'image/png' }));
  const { body } = await ask(app, '/upload', { method: 'POST', body: data });
  // The header that the file lacks is all that is wrong.
  expect(JSON.stringify(body)).not.toMatch(/Content-Type|expected a file/);
  expect(JSON.stringify(body)).toContain('X-Sum');
});

const urlencoded = (body: string, type = 'application/x-www-form-urlencoded') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});

test('each field of a form is read as its schema and encoding say', async () => {
  const text =
    'name=a+b%26&tags=x&tags=y,z&point={"x":1}&points={"x":1}&points={"y":2}&flat=1,2&spaced=a+b%2Cc&deep[x]=3' +
    '&url=a+b&other=1&__proto__=2';
  const { status, body } = await ask(app, '/form', urlencoded(text));
  expect(status).toBe(200);
  expect(JSON.stringify((body as { form: unknown }).form)).toBe(
    JSON.stringify(
      JSON.parse(
        '{"name":"a b&","tags":["x","y,z"],"point":{"x":1},"points":[{"x":1},{"y":2}],"flat":[1,2],' +
          '"spaced":["a","b,c"],"deep":{"x":3},"url":"a+b","other":"1","__proto__":"2","age":18}',
      ),
    ),
  );
});

test.each([
  ['id=5', { id: 5 }],
  ['id=a', { id: 'a' }],
  ['id=null', { id: 'null' }],
  ['plan=10', { plan: 10 }],
  ['plan=9', { plan: '9' }],
  ['unset=null', { unset: null }],
  ['unset=now', { unset: 'now' }],
  ['names=a', { names: 'a' }],
  ['names=a&names=b', { names: ['a', 'b'] }],
  ['codes=all&codes=5', { codes: ['all', 5] }],
  ['config={"x":1}', { config: { x: 1 } }],
  ['config=auto', { config: 'auto' }],
  [
    'items[0][price]=a&items[0][quantity]=2&items[1][tags][]=x&metadata[k]=v',
    { items: [{ price: 'a', quantity: 2 }, { tags: ['x'] }], metadata: { k: 'v' } },
  ],
  ['metadata=', { metadata: '' }],
])('a value that may be several things is the first that its schema accepts: %s', async (text, form) => {
  expect(await ask(app, '/loose', urlencoded(text))).toEqual({ status: 200, body: { id: 'loose', form } });
});

test.each(['unset=later', 'codes=1.5', 'items[0][quantity]=x', 'items[a][quantity]=1'])(
  'no reading of %s fits',
  async (text) => {
    expect((await ask(app, '/loose', urlencoded(text))).status).toBe(400);
  },
);

test('a part may be several things, too', async () => {
  const parts = [
    { name: 'id', text: '5' },
    { name: 'names', text: 'a' },
    { name: 'items', text: '{"price":"a"}' },
    { name: 'metadata', text: '{"k":"v"}' },
  ];
  const { body } = await ask(app, '/loose-parts', multipart(parts));
  expect(body.form).toEqual({ id: 5, names: 'a', items: [{ price: 'a' }], metadata: { k: 'v' } });
});

test.each([
  ['/form', 'age=x', 400],
  ['/form', 'name=a&name=b', 400],
  ['/form', 'point=x', 400],
  ['/form', '', 200],
  ['/closed', 'name=a&other=1', 400],
  ['/closed', 'name=a', 200],
])('%s with %s is answered with %i', async (path, text, status) => {
  expect((await ask(app, path, urlencoded(text))).status).toBe(status);
});

test('a body that may be JSON or a form is found where its kind is', async () => {
  const json = await ask(app, '/either', urlencoded('{"name":"a"}', 'application/json'));
  expect(json.body).toEqual({ id: 'either', json: { name: 'a', age: 18 } });
  const parts = await ask(app, '/either', multipart([{ name: 'name', text: 'a' }]));
  expect(parts.body).toEqual({ id: 'either', form: { name: 'a', age: 18 } });
  expect((await ask(app, '/either', urlencoded('name=a'))).status).toBe(415);
});

const FIELDS = {
  schema: {
    type: 'object',
    properties: {
      list: { type: 'array', items: { type: 'string' } },
      flat: { type: 'array', items: { type: 'integer' } },
      piped: { type: 'array', items: { type: 'string' } },
      point: POINT,
      flatPoint: POINT,
      deep: POINT,
    },
  },
  encoding: {
    list: { style: 'form', contentType: 'application/json' },
    flat: { style: 'form', explode: false },
    piped: { style: 'pipeDelimited' },
    point: { style: 'form' },
    flatPoint: { explode: false },
    deep: { style: 'deepObject', explode: true },
  },
};
const styledParts = (
  await generated(
    documentOfPaths({
      '/parts': operation('parts', { 'multipart/form-data': FIELDS }),
      '/empty': operation('empty', { 'application/x-www-form-urlencoded': { schema: FIELDS.schema } }),
    }),
  )
).mount();

// The type of the content is ignored where there is a style (OpenAPI 3.1, Encoding Object).
test.each<[parts: [name: string, text: string][], value: object]>([
  [[['list', 'a,b']], { list: ['a,b'] }],
  [
    [
      ['list', 'a'],
      ['list', 'b'],
    ],
    { list: ['a', 'b'] },
  ],
  [[['flat', '1,2']], { flat: [1, 2] }],
  [[['piped', 'a|b']], { piped: ['a', 'b'] }],
  [
    [
      ['x', '1'],
      ['y', '2'],
    ],
    { point: { x: 1, y: 2 } },
  ],
  [[['flatPoint', 'x,1,y,2']], { flatPoint: { x: 1, y: 2 } }],
  [
    [
      ['deep[x]', '1'],
      ['deep[y]', '2'],
    ],
    { deep: { x: 1, y: 2 } },
  ],
])('the styles of the encoding decide about parts: %j', async (parts, value) => {
  const body = new FormData();
  for (const [name, text] of parts) body.append(name, text);
  const response = await ask(styledParts, '/parts', { method: 'POST', body });
  expect(response).toMatchObject({ status: 200, body: { form: value } });
});

test('a form without fields is the empty text, and needs its type', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
  expect(await ask(styledParts, '/empty', { method: 'POST', headers })).toMatchObject({
    status: 200,
    body: { form: {} },
  });
  expect((await styledParts.request('/empty', { method: 'POST' })).status).toBe(400);
});
