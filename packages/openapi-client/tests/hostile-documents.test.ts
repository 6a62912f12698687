// Hostile documents: names and texts that try to be code. The test compiles, imports and calls the generated files, and
// checks that no text of a document is executed.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileFolders, generateIntoFolder } from './support/generated-folder.ts';

const INJECTIONS = [
  '*/globalThis.injected=1;/*',
  "');globalThis.injected=1;('",
  '`);globalThis.injected=1;(`',
  ['$', '{globalThis.injected=1}'].join(''),
  '</script><script>globalThis.injected=1</script>',
  '\nglobalThis.injected=1;\n//',
  '\u2028globalThis.injected=1;\u2029',
  '\r\nglobalThis.injected=1\r\n',
  '\\u0027);globalThis.injected=1;(\\u0027',
  '"];globalThis.injected=1;["',
  '__proto__',
  'constructor',
  'toString',
  'class',
  'undefined',
  'send',
  'createClient',
  'request',
  '99',
  'String',
  'Standard',
  'Object',
];

// Own members, including `__proto__`.
function own(names: readonly string[], write: (name: string, index: number) => unknown): object {
  return Object.fromEntries(names.map((name, index) => [name, write(name, index)]));
}

function document() {
  const text = INJECTIONS.join('\n');
  return {
    openapi: '3.1.1',
    info: { title: INJECTIONS.join(' '), version: INJECTIONS[0], description: text },
    servers: INJECTIONS.slice(0, 5).map((name) => ({
      url: `https://example.com/{${name.replaceAll(/[{}]/g, '')}}`,
      description: name,
      variables: own([name.replaceAll(/[{}]/g, '')], () => ({
        default: name,
        enum: [name],
        description: name,
      })),
    })),
    tags: INJECTIONS.map((name) => ({ name, description: name })),
    paths: Object.fromEntries(
      INJECTIONS.map((name, index) => [
        `/hostile/${index}`,
        {
          post: {
            operationId: name,
            tags: [name],
            summary: name,
            description: text,
            deprecated: true,
            security: [own([name], () => [])],
            parameters: [
              { name, in: 'query', description: text, schema: { type: 'string', enum: [name] } },
              { name, in: 'cookie', style: 'form', explode: false, schema: { type: 'object' } },
            ],
            requestBody: {
              description: text,
              content: {
                'multipart/form-data': {
                  schema: { type: 'object', properties: own([name], () => ({ type: 'string' })) },
                  encoding: own([name], () => ({ contentType: name.replaceAll(/[,*]/g, '') })),
                },
              },
            },
            responses: {
              200: {
                description: text,
                content: { 'application/json': { schema: { type: 'array', items: {} } } },
              },
            },
          },
        },
      ]),
    ),
    webhooks: own(INJECTIONS, (name) => ({
      post: {
        summary: name,
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: [name], properties: own([name], () => ({ const: name })) },
            },
          },
        },
      },
    })),
    components: {
      securitySchemes: own(
        INJECTIONS.map((name) => name),
        (name, index) =>
          index % 2 === 0
            ? { type: 'apiKey', in: 'query', name, description: text }
            : { type: 'http', scheme: name, description: text },
      ),
      schemas: own(INJECTIONS, (name) => ({ type: 'string', description: text, title: name, const: name })),
    },
  };
}

const folders = await Promise.all(
  [false, true].map((groupByTag) =>
    generateIntoFolder(JSON.parse(JSON.stringify(document())), { groupByTag, validate: groupByTag }),
  ),
);

afterAll(async () => {
  for (const folder of folders) await folder[Symbol.asyncDispose]();
});

test.each([5.6, 7] as const)('code out of names and texts compiles under TypeScript %s', async (version) => {
  const [first, ...others] = folders;
  expect(first && (await compileFolders([first, ...others], version))).toBe('');
});

interface Generated {
  createClient(options: object): object;
  [name: string]: unknown;
}

test('calls each operation without executing any part of a name', async () => {
  const generated: Generated = await import(join(folders[0]?.path ?? '', 'index.ts'));
  const seen: string[] = [];
  const fetch = async (input: string) => {
    seen.push(new URL(input).pathname);
    return Response.json([]);
  };
  // A header cannot contain all of these characters.
  const auth = own(
    INJECTIONS.filter((_, index) => index % 2 === 0),
    (name) => name,
  );
  const client = generated.createClient({ baseUrl: 'http://127.0.0.1', fetch, auth });
  const operations: Generated = await import(join(folders[0]?.path ?? '', 'operations.ts'));
  for (const run of Object.values(operations)) {
    if (typeof run === 'function') await run(client, { query: {}, body: {} });
  }
  expect(seen).toEqual(expect.arrayContaining(INJECTIONS.map((_, index) => `/hostile/${index}`)));
  expect(seen).toHaveLength(INJECTIONS.length);
  for (const folder of folders) await import(join(folder.path, 'index.ts'));
  expect(Object.keys(globalThis)).not.toContain('injected');
});

test('warns about names that are in use', () => {
  expect(folders[0]?.warnings).toEqual(
    expect.arrayContaining([
      '"class" is named class2 in the client: its own name is taken or reserved.',
      '"send" is named sendModel in the client: its own name is taken or reserved.',
    ]),
  );
});
