import { expect, test } from 'vitest';
import { createMock } from '../mock.ts';

test.each([
  [{ type: 'http', scheme: 'bearer' }, "/things' -H 'Authorization: Bearer any'"],
  [{ type: 'http', scheme: 'basic' }, "/things' -H 'Authorization: Basic YW55OmFueQ=='"],
  [{ type: 'apiKey', in: 'header', name: 'X-Key' }, "/things' -H 'X-Key: any'"],
  [{ type: 'apiKey', in: 'cookie', name: 'session' }, "/things' -H 'Cookie: session=any'"],
  [{ type: 'apiKey', in: 'query', name: 'api key' }, "/things?api%20key=any'"],
])('the curl line of an operation with the credentials %j is accepted', async (scheme, expected) => {
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1.0.0' },
    components: { securitySchemes: { own: scheme } },
    security: [{ own: [] }],
    paths: { '/things': { get: { responses: { '200': { description: 'Done' } } } } },
  });
  const page = await (await mock.fetch(new Request('http://mock.example/'))).text();
  expect(page).toContain(`curl -i 'http://mock.example${expected}</pre>`);
  const [, path = ''] = /curl -i 'http:\/\/mock\.example([^']*)'/.exec(page) ?? [];
  const [, name = 'accept', value = '*/*'] = /-H '([^:]*): ([^']*)'/.exec(page) ?? [];
  const request = new Request(`http://mock.example${path}`, { headers: { [name]: value } });
  expect((await mock.fetch(request)).status).toBe(200);
  expect((await mock.fetch(new Request('http://mock.example/things'))).status).toBe(401);
});
