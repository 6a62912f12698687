// Forms that a client writes.
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocumentClient } from '../src/document-client.ts';

async function send(contentType: string, body: object, encoding = {}): Promise<Request> {
  const content = { [contentType]: { schema: { type: 'object' }, encoding } };
  const model = readModel(
    {
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            requestBody: { required: true, content },
            responses: { 204: { description: 'A.' } },
          },
        },
      },
    },
    'a.json',
  );
  const requests: Request[] = [];
  const { client, define } = createDocumentClient(model, {
    baseUrl: 'http://a.example',
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return new Response(null, { status: 204 });
    },
  });
  const [operation] = model.operations;
  if (!operation) throw new Error('The document has no operation.');
  await client.send(define(operation), { request: { body } });
  const [request] = requests;
  if (!request) throw new Error('Nothing was sent.');
  return request;
}

test.each([{}, { tags: [] }])('a form of %j without fields is an empty text', async (body) => {
  const request = await send('application/x-www-form-urlencoded', body);
  expect(request.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
  expect(await request.text()).toBe('');
});

test.each<[object, [string, string][]]>([
  [{ style: 'deepObject' }, [['v[a]', '1']]],
  [{ style: 'form' }, [['a', '1']]],
  [{ explode: false, contentType: 'text/csv' }, [['v', 'a,1']]],
  [{ allowReserved: true }, [['a', '1']]],
  [{}, [['v', '{"a":1}']]],
])('a field of a multipart form with %j has the parts %j', async (encoding, parts) => {
  const request = await send('multipart/form-data', { v: { a: 1 } }, { v: encoding });
  const form = await request.formData();
  const texts = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ]);
  expect(await Promise.all(texts)).toEqual(parts);
});
