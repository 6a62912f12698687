import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../mock.ts';

const id = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 7, maximum: 9 },
  example: 7,
};
const code = { type: 'string', enum: ["it's"] };
const requestBody = (type: string, schema: object) => ({ required: true, content: { [type]: { schema } } });
const members = (properties: JsonObject) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const CASES: [title: string, operation: object, expected: string][] = [
  ['a path', {}, "'http://mock.example/things/7'"],
  [
    'required parameters of a query, and no others',
    {
      parameters: [
        { name: 'page', in: 'query', schema: { type: 'integer' } },
        {
          name: 'a b',
          in: 'query',
          required: true,
          schema: { type: 'array', minItems: 2, maxItems: 2, items: { const: 'x&' } },
        },
      ],
    },
    "'http://mock.example/things/7?a%20b=x%26&a%20b=x%26'",
  ],
  [
    'a required header',
    { parameters: [{ name: 'X-Kind', in: 'header', required: true, schema: code }] },
    String.raw`'http://mock.example/things/7' -H 'X-Kind: it'\''s'`,
  ],
  [
    'cookies of the style "cookie"',
    {
      parameters: [
        {
          name: 'color',
          in: 'cookie',
          style: 'cookie',
          required: true,
          schema: { type: 'array', minItems: 2, maxItems: 2, items: { const: 'a/b' } },
        },
      ],
    },
    "'http://mock.example/things/7' -H 'Cookie: color=a/b; color=a/b'",
  ],
  [
    'JSON without an example',
    { requestBody: requestBody('application/json', members({ code })) },
    String.raw`'http://mock.example/things/7' -H 'Content-Type: application/json' -d '{"code":"it'\''s"}'`,
  ],
  [
    'a form',
    { requestBody: requestBody('application/x-www-form-urlencoded', members({ kind: { const: 'a b' } })) },
    "'http://mock.example/things/7' -H 'Content-Type: application/x-www-form-urlencoded' -d 'kind=a%20b'",
  ],
  [
    'a file',
    {
      requestBody: requestBody(
        'multipart/form-data',
        members({ kind: { const: 'a' }, file: { type: 'string', format: 'binary' } }),
      ),
    },
    "'http://mock.example/things/7' --form-string 'kind=a' -F 'file=@file'",
  ],
];

test.each(CASES)('writes %s', async (_, operation, expected) => {
  const put = { ...operation, responses: { '200': { description: 'Done' } } };
  const mock = createMock({
    openapi: '3.2.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: { '/things/{id}': { parameters: [id], put } },
  });
  const page = await (await mock.fetch(new Request('http://mock.example/'))).text();
  expect(page).toContain(`<pre>curl -i -X PUT ${escapeHtml(expected)}</pre>`);
});

test('the line of a resource names the newest one', async () => {
  const thing = { content: { 'application/json': { schema: members({ id: { type: 'integer' } }) } } };
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      '/things': { post: { responses: { '201': { description: 'Created', ...thing } } } },
      '/things/{id}': { parameters: [id], get: { responses: { '200': { description: 'Read', ...thing } } } },
    },
  });
  mock.seed({
    resources: { '/things/{id}': ['8', '9'].map((one) => ({ id: one, value: { id: Number(one) } })) },
  });
  const page = await (await mock.fetch(new Request('http://mock.example/'))).text();
  expect(page).toContain("curl -i 'http://mock.example/things/9'");
});

test('the page shows the newest resources and worlds', async () => {
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      '/things/{id}': {
        parameters: [id],
        put: { responses: { '201': { description: 'Created' } } },
        get: { responses: { '200': { description: 'Read' } } },
      },
    },
  });
  const all = Array.from({ length: 30 }, (_, index) => ({ id: `thing-${index}`, value: {} }));
  for (let index = 0; index < 30; index += 1)
    mock.seed({ resources: { '/things/{id}': all } }, `world-${index}`);
  const page = await (await mock.fetch(new Request('http://mock.example/'))).text();
  expect(page).toContain('/things/{id}: the newest 20 of 30');
  expect(page).toContain('And 11 worlds that were used before.');
  const shown = ['thing-29', 'thing-9', 'world-29', 'world-9'].map((name) => page.includes(name));
  expect(shown).toEqual([true, false, true, false]);
});

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
