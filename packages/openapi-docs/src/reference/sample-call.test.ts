import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { generatedClientSample } from './client-sample.ts';
import { codeSamples } from './code-samples.ts';
import { sampleCall } from './sample-call.ts';
import { Samples } from './sample-values.ts';

const OPTIONS = { server: 'http://api.example', keyVariable: 'KEY' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 7 }, example: 1 };
const requestBody = (type: string, schema: object, more: object = {}) => ({
  required: true,
  content: { [type]: { schema, ...more } },
});
const members = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });

function printSamples(operation: object, scheme?: object): Record<string, string> {
  const put = {
    operationId: 'put_thing',
    ...operation,
    ...(scheme && { security: [{ key: [] }] }),
    responses: { 200: { description: 'Done' } },
  };
  const document = {
    openapi: '3.2.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things/{id}': { parameters: [id], put } },
    components: scheme ? { securitySchemes: { key: scheme } } : {},
  };
  const model = readModel(JSON.parse(JSON.stringify(document)), 'document');
  const [first] = model.operations;
  if (first === undefined) throw new Error('The document has no operation.');
  const call = sampleCall(new Samples(model), first, OPTIONS);
  const samples = codeSamples(call, generatedClientSample(model, OPTIONS));
  return Object.fromEntries(samples.map(({ language, code }) => [language, code]));
}

const QUERY = {
  name: 'a b',
  in: 'query',
  required: true,
  schema: { type: 'array', minItems: 2, items: { const: 'x&' } },
};
const FILES = members({ files: { type: 'array', items: { type: 'string', format: 'binary' } } });
const FILE = members({ kind: { const: 'a' }, file: { type: 'string', format: 'binary' } });

test.each<[string, object, object | undefined, string]>([
  [
    'an example that the schema rejects is not used',
    {},
    undefined,
    'curl -s -X PUT http://api.example/things/7',
  ],
  [
    'a query',
    { parameters: [QUERY] },
    undefined,
    "curl -s -X PUT 'http://api.example/things/7?a%20b=x%26&a%20b=x%26'",
  ],
  [
    'a bearer token',
    {},
    { type: 'http', scheme: 'bearer' },
    'curl -s -X PUT http://api.example/things/7 \\\n  -H "Authorization: Bearer $KEY"',
  ],
  [
    'a key in a header',
    {},
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    'curl -s -X PUT http://api.example/things/7 \\\n  -H "X-Key: $KEY"',
  ],
  [
    'a key in the query',
    {},
    { type: 'apiKey', in: 'query', name: 'api_key' },
    'curl -s -X PUT "http://api.example/things/7?api_key=$KEY"',
  ],
  [
    'a key in a cookie',
    {},
    { type: 'apiKey', in: 'cookie', name: 'session' },
    'curl -s -X PUT http://api.example/things/7 \\\n  -H "Cookie: session=$KEY"',
  ],
  [
    'JSON with a quote',
    { requestBody: requestBody('application/json', members({ code: { enum: ["it's"] } })) },
    undefined,
    `curl -s -X PUT http://api.example/things/7 \\\n  -H 'Content-Type: application/json' \\\n  -d '{"code":"it'\\''s"}'`,
  ],
  [
    'a form',
    { requestBody: requestBody('application/x-www-form-urlencoded', members({ kind: { const: 'a b' } })) },
    undefined,
    "curl -s -X PUT http://api.example/things/7 \\\n  -H 'Content-Type: application/x-www-form-urlencoded' \\\n  -d 'kind=a%20b'",
  ],
  [
    'a list, which has an item',
    {
      requestBody: requestBody('application/json', {
        type: 'array',
        items: members({ kind: { const: 'a' } }),
      }),
    },
    undefined,
    `curl -s -X PUT http://api.example/things/7 \\\n  -H 'Content-Type: application/json' \\\n  -d '[{"kind":"a"}]'`,
  ],
  [
    'a list that must be empty',
    { requestBody: requestBody('application/json', { type: 'array', maxItems: 0, items: {} }) },
    undefined,
    `curl -s -X PUT http://api.example/things/7 \\\n  -H 'Content-Type: application/json' \\\n  -d '[]'`,
  ],
  [
    'a file',
    { requestBody: requestBody('multipart/form-data', FILE) },
    undefined,
    "curl -s -X PUT http://api.example/things/7 \\\n  --form-string 'kind=a' \\\n  -F 'file=@file'",
  ],
  [
    'a list of files, which has one',
    { requestBody: requestBody('multipart/form-data', FILES) },
    undefined,
    "curl -s -X PUT http://api.example/things/7 \\\n  -F 'files=@file'",
  ],
])('curl: %s', (...row) => {
  const [, operation, scheme, expected] = row;
  expect(printSamples(operation, scheme).sh).toBe(expected);
});

test('every language has the credential of a query and the body', () => {
  const body = requestBody('application/json', members({ ok: { const: true }, text: { const: 'true' } }));
  const { ts, python, go } = printSamples({ requestBody: body }, { type: 'apiKey', in: 'query', name: 'k' });
  expect(ts).toBe(
    [
      "import { createClient, putThing } from './client/index.ts';",
      '',
      "const client = createClient({ baseUrl: 'http://api.example', auth: { key: process.env.KEY ?? '' } });",
      'console.log(await putThing(client, {',
      '  path: {',
      '    id: 7',
      '  },',
      '  body: {',
      '    ok: true,',
      "    text: 'true'",
      '  },',
      '}));',
    ].join('\n'),
  );
  expect(python).toContain('"http://api.example/things/7?k=" + os.environ["KEY"],');
  expect(python).toContain('"ok": True,\n      "text": "true"');
  expect(go).toContain('http.NewRequest("PUT", "http://api.example/things/7?k="+os.Getenv("KEY"), body)');
});
