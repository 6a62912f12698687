import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';

const address = { type: 'object', properties: { city: { type: 'string' } } };
const addresses = { type: 'array', items: address, maxItems: 2 };
const schema = { type: 'object', properties: { count: { type: 'integer' }, address, addresses } };
const content = { 'multipart/form-data': { schema }, 'application/x-www-form-urlencoded': { schema } };
const mock = createMock({
  openapi: '3.1.1',
  info: { title: 'Forms', version: '1' },
  paths: { '/forms': { post: { requestBody: { content }, responses: { '204': { description: 'x' } } } } },
});

test.each([
  ['count', '5', 204],
  ['count', 'many', 400],
  ['address', '{"city":"Rome"}', 204],
  ['address', '{"city":5}', 400],
  ['address', 'Rome', 400],
])('a field %s with %s ends with %d', async (name, text, expected) => {
  const form = new FormData();
  form.set(name, text);
  for (const body of [form, new URLSearchParams({ [name]: text })]) {
    const request = new Request('http://mock.example/forms', { method: 'POST', body });
    expect((await mock.fetch(request)).status).toBe(expected);
  }
});

test.each([
  [['{"city":"Rome"}'], 204],
  [['{"city":"Rome"}', '{"city":"Oslo"}'], 204],
  [['{"city":"Rome"}', '{"city":5}'], 400],
  [['{}', '{}', '{}'], 400],
])('a list of objects with the fields %j ends with %d', async (texts, expected) => {
  const form = new FormData();
  const query = new URLSearchParams();
  for (const text of texts) form.append('addresses', text);
  for (const text of texts) query.append('addresses', text);
  for (const body of [form, query]) {
    const request = new Request('http://mock.example/forms', { method: 'POST', body });
    expect((await mock.fetch(request)).status).toBe(expected);
  }
});

test.each([
  [['"a"'], 204],
  [['"a"', '"null"'], 204],
  [['["a","b"]'], 204],
  [['a', 'b'], 204],
  [['["a",1]'], 400],
  [['"a"', '1'], 400],
])('a list of texts that are JSON with the fields %j ends with %d', async (texts, expected) => {
  const form = {
    schema: { properties: { tags: { type: 'array', items: { type: 'string' }, maxItems: 2 } } },
    encoding: { tags: { contentType: 'application/json' } },
  };
  const post = {
    requestBody: { content: { 'application/x-www-form-urlencoded': form } },
    responses: { '204': { description: 'x' } },
  };
  const tagged = createMock({
    openapi: '3.1.1',
    info: { title: 'Forms', version: '1' },
    paths: { '/forms': { post } },
  });
  const body = new URLSearchParams(texts.map((text) => ['tags', text]));
  const request = new Request('http://mock.example/forms', { method: 'POST', body });
  expect((await tagged.fetch(request)).status).toBe(expected);
});

test.each([
  [[], 204],
  [['count'], 400],
])('an empty form that requires %j ends with %d', async (required, expected) => {
  const form = { 'application/x-www-form-urlencoded': { schema: { ...schema, required } } };
  const post = {
    requestBody: { required: true, content: form },
    responses: { '204': { description: 'x' } },
  };
  const strict = createMock({
    openapi: '3.1.1',
    info: { title: 'Forms', version: '1' },
    paths: { '/forms': { post } },
  });
  const request = new Request('http://mock.example/forms', { method: 'POST', body: new URLSearchParams() });
  expect((await strict.fetch(request)).status).toBe(expected);
});
