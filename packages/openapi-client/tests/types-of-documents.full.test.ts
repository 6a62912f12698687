// Documents whose types are hard to generate: the client compiles, and its types accept the same values as the document.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  compileFolders,
  type GeneratedFolder,
  generateIntoFolder,
  VERSIONS,
} from './support/generated-folder.ts';

type Json = Record<string, unknown>;

const json = (schema: unknown) => ({ 'application/json': { schema } });

/** Builds a document with one operation `send…` for each schema, whose request and response have this schema. */
function buildDocument(schemas: Json, more: Json = {}) {
  const paths = Object.fromEntries(
    Object.keys(schemas).map((name) => {
      const content = json({ $ref: `#/components/schemas/${name}` });
      return [
        `/${name}`,
        {
          post: {
            operationId: `send${name}`,
            requestBody: { required: true, content },
            responses: { 200: { description: 'It.', content } },
          },
        },
      ];
    }),
  );
  return { openapi: '3.1.1', info: { title: 'T', version: '1' }, paths, components: { schemas }, ...more };
}

const CASES: [string, Json | ReturnType<typeof buildDocument>, string?][] = [
  [
    'definitions inside of a schema, by pointer, anchor and $id',
    buildDocument({
      Order: {
        type: 'object',
        required: ['line', 'address', 'tag'],
        properties: {
          line: { $ref: '#/components/schemas/Order/$defs/line' },
          address: { $ref: '#address' },
          tag: { $ref: 'https://example.com/tag#/$defs/text' },
        },
        $defs: {
          line: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
          address: {
            $anchor: 'address',
            type: 'object',
            required: ['city'],
            properties: { city: { const: 'Bonn' } },
          },
        },
      },
      Tag: { $id: 'https://example.com/tag', $ref: '#/$defs/text', $defs: { text: { type: 'string' } } },
    }),
    `export const order: client.Order = { line: { sku: 'a' }, address: { city: 'Bonn' }, tag: 'x' };
// @ts-expect-error another city
order.address.city = 'Ulm';
// @ts-expect-error it is a text
order.tag = 1;`,
  ],
  [
    'references to locations outside the components',
    {
      ...buildDocument({
        Line: {
          type: 'object',
          required: ['size'],
          properties: { size: { oneOf: [{ const: 's' }, { const: 'm' }] } },
        },
        Sized: { $ref: '#/components/schemas/Line/properties/size/oneOf/0' },
        Answered: { $ref: '#/paths/~1Line/post/responses/200/content/application~1json/schema' },
        Shared: { $ref: '#/x-shared/Amount' },
      }),
      'x-shared': { Amount: { type: 'integer' } },
    },
    `export const sized: client.Sized = 's';
export const answered: client.Answered = { size: 'm' };
export const shared: client.Shared = 3;
// @ts-expect-error of another size
export const other: client.Sized = 'm';`,
  ],
  [
    'keywords beside a reference',
    buildDocument({
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      Named: {
        $ref: '#/components/schemas/Base',
        required: ['name'],
        properties: { name: { type: 'string' } },
      },
    }),
    `export const named: client.Named = { id: '1', name: 'a' };
// @ts-expect-error it has a name
export const nameless: client.Named = { id: '1' };`,
  ],
  [
    'booleans in compositions, and null as a constant',
    buildDocument({
      All: { allOf: [true, { type: 'string' }] },
      Nothing: { allOf: [false, { type: 'string' }] },
      Any: { anyOf: [true, { type: 'string' }] },
      One: { oneOf: [false, { type: 'string' }] },
      Null: { const: null },
    }),
    `export const all: client.All = 'a';
export const any: client.Any = 1;
export const one: client.One = 'a';
export const nil: client.Null = null;
// @ts-expect-error no value fits
export const nothing: client.Nothing = 'a';
// @ts-expect-error it is a text
export const other: client.One = 1;`,
  ],
  [
    'an object without properties',
    buildDocument({
      Free: { type: 'object' },
      Part: { type: 'object', properties: { free: { type: 'object' } } },
      Closed: { type: 'object', additionalProperties: false },
    }),
    `export const free: client.Free = { a: 1 };
export const part: client.Part = { free: { b: [] } };
export const closed: client.Closed = {};
// @ts-expect-error it has no members
export const open: client.Closed = { a: 1 };`,
  ],
  [
    'recursion through unions, lists, tuples and maps',
    buildDocument({
      Json: {
        oneOf: [
          { type: ['string', 'number', 'boolean', 'null'] },
          { type: 'array', items: { $ref: '#/components/schemas/Json' } },
          { type: 'object', additionalProperties: { $ref: '#/components/schemas/Json' } },
        ],
      },
      Nested: { type: 'array', items: { type: 'array', items: { $ref: '#/components/schemas/Nested' } } },
      Even: { type: 'array', items: { $ref: '#/components/schemas/Odd' } },
      Odd: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Even' }] },
    }),
    `export const value: client.Json = { a: [1, [null, { b: 'c' }]] };
export const nested: client.Nested = [[[], [[]]]];
export const even: client.Even = [null, [null]];
// @ts-expect-error nothing of JSON
export const wrong: client.Json = { a: [() => 1] };
// @ts-expect-error no text anywhere
export const odd: client.Even = [['a']];`,
  ],
  [
    'schemas that mean nothing but themselves',
    buildDocument({
      Self: { $ref: '#/components/schemas/Self' },
      One: { allOf: [{ $ref: '#/components/schemas/Two' }, { properties: { a: { type: 'string' } } }] },
      Two: { allOf: [{ $ref: '#/components/schemas/One' }] },
    }),
  ],
  [
    'a query parameter whose union leads back to itself',
    {
      ...buildDocument({ Loop: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Loop' }] } }),
      paths: {
        '/': {
          get: {
            operationId: 'read',
            parameters: [{ name: 'a', in: 'query', schema: { $ref: '#/components/schemas/Loop' } }],
            responses: { 204: { description: 'None.' } },
          },
        },
      },
    },
  ],
  [
    'mappings by name, by anchor and to nothing',
    buildDocument({
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: {
          propertyName: 'kind',
          mapping: { cat: 'Cat', dog: '#dog', $bird: 'Bird', fish: 'fish.json' },
        },
      },
      Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
      Dog: {
        $anchor: 'dog',
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, age: { type: 'integer' } },
      },
    }),
    `export const pet: client.Pet = { kind: 'dog', age: 3 };
// @ts-expect-error no such pet
export const bird: client.Pet = { kind: 'bird' };`,
  ],
  [
    'extensions where objects are, and references in data',
    {
      ...buildDocument({
        Any: { type: 'object', example: { $ref: 'https://example.com/none' }, 'x-a': { $ref: '#/none' } },
      }),
      paths: {
        '/': {
          get: {
            operationId: 'read',
            'x-a': { $ref: '#/none' },
            responses: {
              'x-internal': true,
              200: {
                description: 'It.',
                content: {
                  'application/json': { schema: { const: { $ref: '#/none' } }, example: { $ref: '#/none' } },
                  'application/xml': { examples: { one: { externalValue: 'http://localhost:1/none' } } },
                },
              },
            },
          },
        },
      },
    },
  ],
  [
    'a path item that several paths share',
    {
      ...buildDocument({}),
      paths: {
        '/a': { $ref: '#/components/pathItems/shared' },
        '/b': { $ref: '#/components/pathItems/shared' },
      },
      components: {
        pathItems: {
          shared: { get: { responses: { 200: { description: 'It.', content: json({ type: 'string' }) } } } },
        },
      },
    },
    `export const a: Promise<string> = Promise.resolve(client.getA(api));
export const b: Promise<string> = Promise.resolve(client.getB(api));`,
  ],
  [
    'pages without items',
    {
      ...buildDocument({}),
      paths: {
        '/': {
          get: {
            operationId: 'list',
            parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }],
            responses: {
              200: {
                description: 'It.',
                content: json({ type: 'object', properties: { next_cursor: { type: 'string' } } }),
              },
            },
          },
        },
      },
    },
  ],
  [
    'members that only responses or only requests have',
    buildDocument({
      User: {
        type: 'object',
        required: ['kind', 'id', 'password'],
        properties: {
          kind: { type: 'string' },
          id: { type: 'string', readOnly: true },
          password: { $ref: '#/components/schemas/Secret' },
          friends: { type: 'array', items: { $ref: '#/components/schemas/User' } },
        },
      },
      Secret: { type: 'string', writeOnly: true },
      Guest: {
        allOf: [
          { type: 'object', properties: { kind: { type: 'string' } } },
          { type: 'object', required: ['seen'], properties: { seen: { type: 'string', readOnly: true } } },
        ],
      },
      Person: {
        oneOf: [{ $ref: '#/components/schemas/User' }, { $ref: '#/components/schemas/Guest' }],
        discriminator: { propertyName: 'kind' },
      },
    }),
    `export async function use(): Promise<void> {
  const sent = await client.sendUser(api, {
    body: { kind: 'User', password: 'b', friends: [{ kind: 'User', password: 'd' }] },
  });
  const id: string = sent.id;
  const friend: string | undefined = sent.friends?.[0]?.id;
  // @ts-expect-error the service makes the id
  await client.sendUser(api, { body: { id, kind: 'User', password: 'b' } });
  // @ts-expect-error a response has no password
  sent.password;
  const user: client.UserResponse = sent;
  const written: client.User = { id, kind: user.kind, password: 'b' };
  const request: client.UserRequest = { kind: written.kind, password: friend ?? 'b' };
  await client.sendUser(api, { body: request });
  const person = await client.sendPerson(api, { body: { kind: 'User', password: 'b' } });
  const guest = await client.sendGuest(api, { body: { kind: 'Guest' } });
  if (person.kind === 'Guest') person satisfies typeof guest;
}`,
  ],
  [
    'the body of a webhook, which is as a response is',
    {
      ...buildDocument({
        User: {
          type: 'object',
          required: ['id', 'password'],
          properties: {
            id: { type: 'string', readOnly: true },
            password: { type: 'string', writeOnly: true },
          },
        },
      }),
      webhooks: {
        created: {
          post: {
            requestBody: { content: json({ $ref: '#/components/schemas/User' }) },
            responses: { 204: { description: 'None.' } },
          },
        },
      },
    },
    `export const id = (user: client.CreatedPayload): string => user.id;
// @ts-expect-error nothing of the password
export const password = (user: client.CreatedPayload): unknown => user.password;`,
  ],
];

const folders: GeneratedFolder[] = [];
for (const [name, document, use = ''] of CASES) {
  const folder = await generateIntoFolder(document as never);
  const code = `// ${name}
import * as client from './index.ts';
export const api: client.Client = client.createClient({ baseUrl: 'https://example.com' });
${use}
`;
  await writeFile(join(folder.path, 'use.ts'), code);
  folders.push(folder);
}

afterAll(async () => {
  for (const folder of folders) await folder[Symbol.asyncDispose]();
});

test.each(VERSIONS)(
  'the types of each document accept what it says, and nothing else, under TypeScript %s',
  async (version) => {
    const [first, ...others] = folders;
    expect(first && (await compileFolders([first, ...others], version))).toBe('');
  },
);
