// `$dynamicRef` leads to the outermost schema resource in the dynamic scope that has the anchor (JSON Schema 2020-12
// core, section 8.2.3.2). Every component of a row is a resource of its own; `Subject` is the one that validates.
import { writeFile } from 'node:fs/promises';
import {
  registerSchema,
  type SchemaObject,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import { type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { generate } from '../src/index.ts';
import { compileFolder, documentWith, generateIntoFolder, importValidators } from './generate-into-folder.ts';

interface Row {
  about: string;
  schemas: Record<string, object>;
  valid: JsonValue[];
  invalid: JsonValue[];
}

const BASE = 'https://example.com/';
const dialect = 'https://json-schema.org/draft/2020-12/schema';
const list = { type: 'array', items: { $dynamicRef: '#item' } };
const anyItem = { $dynamicAnchor: 'item' };
const generic = { $id: `${BASE}list`, $defs: { item: anyItem }, ...list };
const tree = {
  $id: `${BASE}tree`,
  $dynamicAnchor: 'node',
  type: 'object',
  properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
};
const bind = (name: string, type: string) => ({
  $id: `${BASE}${name}`,
  $defs: { item: { $dynamicAnchor: 'item', type } },
  $ref: 'list',
});
const isKind = (kind: string) => ({ properties: { kind: { const: kind } } });

const rows: Row[] = [
  {
    about: 'an anchor in the same resource',
    schemas: {
      Subject: { $id: `${BASE}s`, $defs: { item: { $dynamicAnchor: 'item', type: 'string' } }, ...list },
    },
    valid: [['a'], []],
    invalid: [[1], ['a', 1]],
  },
  {
    about: 'a plain anchor is never overridden',
    schemas: {
      Subject: {
        $id: `${BASE}s`,
        $ref: 'plain',
        $defs: { item: { $dynamicAnchor: 'item', type: 'string' } },
      },
      Plain: { $id: `${BASE}plain`, $defs: { item: { $anchor: 'item', type: 'number' } }, ...list },
    },
    valid: [[1]],
    invalid: [['a']],
  },
  {
    about: 'a plain anchor of an outer resource binds nothing',
    schemas: {
      Subject: { $id: `${BASE}s`, $ref: 'list', $defs: { item: { $anchor: 'item', type: 'string' } } },
      List: generic,
    },
    valid: [[1], ['a']],
    invalid: [1],
  },
  {
    about: 'a pointer to an anchored schema is a plain reference',
    schemas: {
      Subject: {
        $id: `${BASE}s`,
        $ref: 'pointed',
        $defs: { item: { $dynamicAnchor: 'item', type: 'string' } },
      },
      Pointed: {
        $id: `${BASE}pointed`,
        $defs: { item: { $dynamicAnchor: 'item', type: 'number' } },
        type: 'array',
        items: { $dynamicRef: '#/$defs/item' },
      },
    },
    valid: [[1]],
    invalid: [['a']],
  },
  {
    about: 'the outermost resource binds, through one that has no such anchor',
    schemas: {
      Subject: { ...bind('s', 'string'), $ref: 'between' },
      Between: { $id: `${BASE}between`, $ref: 'list' },
      List: generic,
    },
    valid: [['a']],
    invalid: [[1]],
  },
  {
    about: 'the outermost resource binds before one further in',
    schemas: {
      Subject: { ...bind('s', 'string'), $ref: 'numbers' },
      Numbers: bind('numbers', 'number'),
      List: generic,
    },
    valid: [['a']],
    invalid: [[1]],
  },
  {
    about: 'one generic schema is bound in two ways',
    schemas: {
      Subject: {
        $id: `${BASE}s`,
        if: isKind('number'),
        ...Object.fromEntries([['then', { properties: { list: { $ref: 'numbers' } } }]]),
        else: { properties: { list: { $ref: 'strings' } } },
      },
      Numbers: bind('numbers', 'number'),
      Strings: bind('strings', 'string'),
      List: generic,
    },
    valid: [
      { kind: 'number', list: [1] },
      { kind: 'string', list: ['a'] },
    ],
    invalid: [
      { kind: 'number', list: ['a'] },
      { kind: 'string', list: [1] },
    ],
  },
  {
    about: 'a resource that was left binds no more',
    schemas: {
      Subject: { $id: `${BASE}s`, allOf: [{ $ref: 'strings#/$defs/other' }, { $ref: 'list' }] },
      Strings: {
        ...bind('strings', 'string'),
        $defs: { other: true, item: { $dynamicAnchor: 'item', type: 'string' } },
      },
      List: generic,
    },
    valid: [[1], ['a']],
    invalid: [1],
  },
  {
    about: 'a recursive schema is extended: a closed tree',
    schemas: {
      Subject: { $id: `${BASE}s`, $dynamicAnchor: 'node', $ref: 'tree', unevaluatedProperties: false },
      Tree: tree,
    },
    valid: [{ children: [{ data: 1 }] }, { data: 1, children: [{ children: [{}] }] }],
    invalid: [
      { children: [{ daat: 1 }] },
      { children: [{ children: [{ x: 1 }] }] },
      { x: 1 },
      { children: [1] },
    ],
  },
  {
    about: 'the tree itself stays open',
    schemas: {
      Subject: { $ref: `${BASE}tree` },
      Closed: { $id: `${BASE}closed`, $dynamicAnchor: 'node', $ref: 'tree', unevaluatedProperties: false },
      Tree: tree,
    },
    valid: [{ children: [{ daat: 1 }] }],
    invalid: [{ children: [1] }],
  },
  {
    about: 'an anchor that nothing else refers to binds',
    schemas: {
      Subject: { $id: `${BASE}s`, $ref: 'detached#/$defs/list' },
      Detached: {
        $id: `${BASE}detached`,
        $defs: { list, item: { $dynamicAnchor: 'item', type: 'integer' } },
      },
    },
    valid: [[1]],
    invalid: [['a']],
  },
  {
    about: 'resources inside resources, and false bound',
    schemas: {
      Subject: {
        $id: `${BASE}s`,
        $defs: { item: { $dynamicAnchor: 'item', not: {} } },
        properties: {
          inner: { $id: 'inner', $defs: { item: { $dynamicAnchor: 'item', type: 'string' } }, ...list },
          again: { $ref: 'inner' },
        },
      },
    },
    valid: [{ inner: [] }, { again: [] }],
    invalid: [{ inner: ['a'] }, { again: ['a'] }],
  },
  {
    about: '$ref beside $dynamicRef',
    schemas: {
      Subject: {
        $id: `${BASE}s`,
        $defs: {
          item: { $dynamicAnchor: 'item', properties: { a: { type: 'string' } } },
          b: { properties: { b: true } },
        },
        items: { $dynamicRef: '#item', $ref: '#/$defs/b', unevaluatedProperties: false },
      },
    },
    valid: [[{ a: 'x', b: 1 }]],
    invalid: [[{ a: 1 }], [{ c: 1 }]],
  },
];

test.each(rows)('$about', async ({ schemas, valid, invalid }) => {
  const { Subject } = await importValidators(schemas);
  const alone = Subject?.describe('by zod alone');
  for (const [values, expected] of [
    [valid, true],
    [invalid, false],
  ] as const) {
    expect(values.filter((value) => Subject?.safeParse(value).success !== expected)).toEqual([]);
    expect(values.filter((value) => alone?.safeParse(value).success !== expected)).toEqual([]);
  }
});

// Ajv, the other oracle, does not find the anchors of resources that are referred to.
test.each(rows)('@hyperjump/json-schema agrees: $about', async ({ schemas, valid, invalid }) => {
  const located = Object.entries(schemas).map(([name, schema]) => ({ $id: `${BASE}${name}`, ...schema }));
  for (const schema of located) registerSchema({ $schema: dialect, ...schema } as SchemaObject, schema.$id);
  const accepts = await validate(located[0]?.$id ?? '');
  for (const { $id } of located) unregisterSchema($id);
  expect(valid.filter((value) => !accepts(value as never).valid)).toEqual([]);
  expect(invalid.filter((value) => accepts(value as never).valid)).toEqual([]);
});

const PAGES = {
  Page: {
    $id: `${BASE}page`,
    description: 'A page of anything.',
    $defs: { item: { $dynamicAnchor: 'item', type: 'null' } },
    type: 'object',
    required: ['data'],
    properties: { data: list, next: { $ref: '#/components/schemas/Page' } },
  },
  Planet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  Planets: {
    $id: `${BASE}planets`,
    $defs: { item: { $dynamicAnchor: 'item', $ref: '#/components/schemas/Planet' } },
    $ref: '#/components/schemas/Page',
  },
};

test('types follow the bindings, and only the components of the document are listed', async () => {
  await using folder = await generateIntoFolder(documentWith(PAGES));
  await writeFile(
    `${folder.path}/use.ts`,
    `import type { Planets } from './schemas.ts';\nexport const page: Planets = { data: [{ name: 'Mars' }], next: { data: [] } };\n` +
      `// @ts-expect-error\nexport const wrong: Planets = { data: [{ name: 1 }] };\n` +
      `// @ts-expect-error\nexport const deep: Planets = { data: [], next: { data: [{ name: 1 }] } };\n`,
  );
  expect(await compileFolder(folder)).toBe('');
  const { schemas } = await import(`${folder.path}/index.ts`);
  expect(Object.keys(schemas)).toEqual(['Page', 'Planet', 'Planets']);
});

test('a finding about a copied schema has the location of the original', () => {
  const wrong = { ...PAGES, Page: { ...PAGES.Page, properties: { data: list, next: { type: 'strin' } } } };
  expect(() => generate(readModel(documentWith(wrong) as unknown as JsonValue, 'test.json'))).toThrow(
    /^(?!.*Page2).*#\/components\/schemas\/Page\/properties\/next\/type/su,
  );
});

test('bindings whose number doubles with each anchor are refused in time', () => {
  const anchors = Array.from({ length: 12 }, (_, index) => `a${index}`);
  const binder = (name: string, side: string, next: object) => ({
    $id: `${BASE}${name}/${side}`,
    $defs: { here: { $dynamicAnchor: name, type: side } },
    ...next,
  });
  const schemas = Object.fromEntries(
    anchors.flatMap((name, index) => {
      const last = { $ref: '#/components/schemas/End' };
      const branches = ['string', 'number'].map((side) => ({
        $ref: `#/components/schemas/a${index + 1}-${side}`,
      }));
      const next = index + 1 === anchors.length ? last : { anyOf: branches };
      return ['string', 'number'].map((side) => [`${name}-${side}`, binder(name, side, next)]);
    }),
  );
  const End = {
    $id: `${BASE}end`,
    $defs: Object.fromEntries(anchors.map((name) => [name, { $dynamicAnchor: name }])),
    anyOf: anchors.map((name) => ({ items: { $dynamicRef: `#${name}` } })),
  };
  const document = documentWith({ ...schemas, End }) as unknown as JsonValue;
  expect(() => generate(readModel(document, 'test.json'))).toThrow(/more than 1000 variants/);
});
