import { expect, test } from 'vitest';
import { DocumentInvalidError } from '../document-invalid-error.ts';
import type { JsonValue } from '../json.ts';
import { inspectModel, readModel } from '../model/read-model.ts';
import { REPAIRS } from './repairs.ts';

const HEAD = { openapi: '3.1.0', info: { title: 'A', version: '1' } };

function inspect(parts: object, lenient: boolean | readonly (typeof REPAIRS)[number][] = true) {
  return inspectModel({ ...HEAD, ...parts } as JsonValue, 'a.json', { lenient });
}

function repairSchema(schema: object, others: object = {}) {
  const inspection = inspect({ components: { schemas: { A: schema, ...others } } });
  return { ...inspection, schema: inspection.model?.schemas.get('A')?.schema };
}

const POINT = { $ref: '#/components/schemas/B' };

test.each([
  ['a flag beside its bound', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['a flag that is false', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  ['a flag without a bound', { exclusiveMaximum: true }, {}],
  ['nullable beside one type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['nullable beside null', { type: ['string', 'null'], nullable: true }, { type: ['string', 'null'] }],
  [
    'nullable beside an enum',
    { type: 'string', enum: ['a'], nullable: true, default: 'a' },
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }], default: 'a' },
  ],
  ['nullable beside a reference', { ...POINT, nullable: true }, { anyOf: [POINT, { type: 'null' }] }],
  [
    'nullable inside and outside',
    { anyOf: [{ type: 'integer', nullable: true }], nullable: true },
    { anyOf: [{ anyOf: [{ type: ['integer', 'null'] }] }, { type: 'null' }] },
  ],
  ['required as one name', { required: 'a' }, { required: ['a'] }],
  ['a type of a programming language', { type: 'int' }, { type: 'integer' }],
  ['a format as a type', { type: 'datetime' }, { type: 'string', format: 'date-time' }],
  ['a format as a type in capitals', { type: 'Date' }, { type: 'string', format: 'date' }],
  ['a format as a type beside a format', { type: 'url', format: 'iri' }, { type: 'string', format: 'iri' }],
  [
    'required in properties',
    {
      required: ['b'],
      properties: {
        a: { type: 'string', required: true },
        b: { required: true },
        c: { required: false },
      },
    },
    { required: ['b', 'a'], properties: { a: { type: 'string' }, b: {}, c: {} } },
  ],
  [
    'required in properties of properties',
    { properties: { a: { required: true, properties: { b: { required: true } } } } },
    { required: ['a'], properties: { a: { required: ['b'], properties: { b: {} } } } },
  ],
  ['a type in capitals', { type: 'String' }, { type: 'string' }],
  ['null without quotes', { type: ['string', null] }, { type: ['string', 'null'] }],
  ['an unknown type', { type: 'timestamp', minLength: 1 }, { minLength: 1 }],
  ['an unknown type among others', { type: ['string', 'timestamp'] }, {}],
  ['no type in a list', { type: [] }, {}],
  ['an unknown type beside nullable', { type: 'bool', nullable: true }, { type: ['boolean', 'null'] }],
  ['a composition without branches', { type: 'string', oneOf: [], anyOf: [] }, { type: 'string' }],
  [
    'a recursive reference',
    { $recursiveAnchor: true, properties: { next: { $recursiveRef: '#' } } },
    { properties: { next: { $ref: '#/components/schemas/A' } } },
  ],
  [
    'a recursive reference beside another',
    { properties: { next: { ...POINT, $recursiveRef: '#' } } },
    { properties: { next: { ...POINT, allOf: [{ $ref: '#/components/schemas/A' }] } } },
  ],
])('%s is read as it is meant, and the original stays', (_name, schema, expected) => {
  const { model, schema: read, problems, warnings } = repairSchema(schema, { B: {} });
  expect(read).toEqual(expected);
  expect(problems).toEqual([]);
  expect(warnings.length).toBeGreaterThan(0);
  expect(model?.original.components).toEqual({ schemas: { A: schema, B: {} } });
});

test.each([
  [['int', 'text'], 'warnings', 'Write "type": ["integer","string"].'],
  ['date', 'warnings', 'Write "type": "string", "format": "date".'],
  ['thing', 'problems', 'Remove it. --lenient accepts it.'],
] as const)('reports the type %j when it reads strictly, once', (type, severity, repair) => {
  const { problems, warnings } = inspect({ components: { schemas: { A: { type } } } }, false);
  const message = `"type" must be one or more of array, boolean, integer, null, number, object, string (got ${JSON.stringify(type)}).`;
  const finding = { rule: 'unknown-type', pointer: '#/components/schemas/A/type', message, repair };
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [], [severity]: [finding] });
});

test('a recursive reference leads to the innermost schema with an $id', () => {
  const inner = { $id: 'https://example.com/inner', items: { $recursiveRef: '#' } };
  const { model } = repairSchema({ properties: { inner } });
  const resolved = model?.resolver.resolve(
    '#/components/schemas/A/properties/inner',
    '#/components/schemas/A/properties/inner/items',
  );
  expect(resolved?.pointer).toBe('#/components/schemas/A/properties/inner');
});

const get = (operationId: string, others: object = {}) => ({
  get: { operationId, responses: {}, ...others },
});

test('an expression that no parameter declares is a string', () => {
  const { model, warnings } = inspect({ paths: { '/{a}/{b}': get('a') } });
  expect(model?.operations[0]?.parameters).toMatchObject([
    { name: 'a', location: 'path', required: true, schema: { schema: { type: 'string' } } },
    { name: 'b' },
  ]);
  expect(warnings.map(({ rule }) => rule)).toEqual([
    'undeclared-path-parameter',
    'undeclared-path-parameter',
  ]);
});

test('reads a path parameter as required, drops one that is in no path, and keeps the first of two', () => {
  const id = { name: 'id', in: 'path', schema: { type: 'string' } };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const parameters = [
    id,
    { ...id, name: 'other', required: true },
    limit,
    { ...limit, schema: { type: 'string' } },
  ];
  const { model, problems, warnings } = inspect({ paths: { '/a/{id}': get('a', { parameters }) } });
  expect(problems).toEqual([]);
  expect(model?.operations[0]?.parameters).toMatchObject([
    { name: 'id', required: true },
    { name: 'limit', schema: { schema: { type: 'integer' } } },
  ]);
  expect(warnings.map(({ rule }) => rule)).toEqual([
    'optional-path-parameter',
    'duplicate-parameter',
    'unused-path-parameter',
  ]);
});

test.each(['204', '205', '304'])('a response with the status %s has no body', (status) => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const responses = { 200: { description: '', content }, [status]: { description: '', content } };
  const { model, problems, warnings } = inspect({ paths: { '/a': get('a', { responses }) } }, false);
  expect(problems).toEqual([]);
  expect(model?.operations[0]?.responses.map((response) => response.content.length)).toEqual([1, 0]);
  expect(warnings).toMatchObject([{ rule: 'content-without-body' }]);
});

test('reads a number as the text that it is in YAML, an empty text as absent, and a flag in quotes', () => {
  const parameters = [{ name: 1, in: 'query', required: 'true', description: null, schema: {} }];
  const paths = { '/a': get('a', { parameters, summary: true }) };
  const { model, problems, warnings } = inspect({ info: { title: null, version: 1.5 }, paths });
  expect(problems).toEqual([]);
  expect(model?.operations).toMatchObject([
    { summary: 'true', parameters: [{ name: '1', required: true, description: undefined }] },
  ]);
  expect(warnings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(
    expect.arrayContaining(['incomplete-info #/info/title', 'scalar-type #/info/version']),
  );
});

test('a reference in place of a text is dropped', () => {
  const tags = [{ name: 'a', description: { $ref: './a.md' } }];
  const { model, problems, warnings } = inspect({ tags, paths: {} });
  expect(problems).toEqual([]);
  expect(model?.tags).toMatchObject([{ name: 'a', description: undefined }]);
  expect(warnings).toMatchObject([{ rule: 'misplaced-ref', pointer: '#/tags/0/description' }]);
  expect(inspect({ tags, paths: {} }, false).problems).toMatchObject([{ rule: 'misplaced-ref' }]);
});

test.each([[undefined], [{}], [{ contact: {} }]])('a document may lack its title and version: %j', (info) => {
  const { problems, warnings } = inspect({ info, paths: {} });
  expect(problems).toEqual([]);
  expect(warnings.map(({ rule }) => rule)).toContain('incomplete-info');
});

test.each([
  ['info', { info: [] }],
  ['a title', { info: { title: {}, version: '1' } }],
  ['a summary', { paths: { '/a': get('a', { summary: [] }) } }],
  ['a flag', { paths: { '/a': get('a', { deprecated: 'yes' }) } }],
])('refuses %s of another type', (_name, parts) => {
  expect(inspect(parts).problems).toHaveLength(1);
});

test('the first operation with an id keeps it, later ones are named by method and path', () => {
  const { model } = inspect({ paths: { '/a': get('x'), '/b': get('x'), '/c': get('getB') } });
  expect(model?.operations.map(({ id }) => id)).toEqual(['x', 'getB2', 'getB']);
});

test('needless escapes of patterns are accepted with a warning', () => {
  const schema = { pattern: '^a\\-\\_$', patternProperties: { b: {}, '\\:': {}, c: {} } };
  for (const lenient of [false, true]) {
    const { model, problems, warnings } = inspect({ components: { schemas: { A: schema } } }, lenient);
    expect(model?.schemas.get('A')?.schema).toEqual({
      pattern: '^a-_$',
      patternProperties: { b: {}, ':': {}, c: {} },
    });
    expect(model?.original.components).toEqual({ schemas: { A: schema } });
    expect(problems).toEqual([]);
    expect(warnings.map(({ pointer }) => pointer)).toEqual([
      '#/components/schemas/A/pattern',
      '#/components/schemas/A/patternProperties/\\:',
    ]);
    expect(warnings[0]?.message).toContain('\\-, \\_');
  }
});

test('patterns of other dialects are rewritten leniently, and otherwise left to the generators', () => {
  const schemas = { A: { pattern: '(?i)^a' }, B: { pattern: '\\d{1-5}' } };
  const strict = inspect({ components: { schemas } }, false);
  expect([strict.problems, strict.warnings, strict.model?.document.components]).toEqual([
    [],
    [],
    { schemas },
  ]);
  const { model, warnings } = inspect({ components: { schemas } });
  expect(model?.document.components).toEqual({ schemas: { ...schemas, A: { pattern: '^[aA]' } } });
  expect(warnings).toMatchObject([{ rule: 'pattern-dialect', pointer: '#/components/schemas/A/pattern' }]);
});

test('a reference in place of a map of components is replaced by references to the objects of the map', () => {
  const { model, problems } = inspect({
    components: { schemas: { $ref: '#/x-schemas' }, parameters: {} },
    'x-schemas': { A: { type: 'string' } },
  });
  expect([...(model?.schemas.keys() ?? [])]).toEqual(['A']);
  expect(problems).toEqual([]);
  expect(model?.original.components).toEqual({ schemas: { $ref: '#/x-schemas' }, parameters: {} });
});

test('a long chain of references is shortened, and a short one stays', () => {
  const chain = (length: number, end: object) =>
    Object.fromEntries(
      Array.from({ length: length + 1 }, (_, index) => [
        `A${index}`,
        index === length ? end : { $ref: `#/components/schemas/A${index + 1}` },
      ]),
    );
  const schemas = chain(5_000, { type: 'string' });
  const { model, problems } = inspect({ components: { schemas } });
  expect(problems).toEqual([]);
  expect(model?.schemas.get('A0')?.schema).toEqual({ $ref: '#/components/schemas/A5000' });
  expect(model?.original.components).toEqual({ schemas });
  const short = inspect({ components: { schemas: chain(2, {}) } });
  expect(short.model?.schemas.get('A0')?.schema).toEqual({ $ref: '#/components/schemas/A1' });
});

test('a range of statuses in lower case is that in upper case', () => {
  const { model, warnings } = inspect({ paths: { '/a': get('a', { responses: { '5xx': {}, '4XX': {} } }) } });
  expect(model?.operations[0]?.responses).toMatchObject([{ status: '5XX' }, { status: '4XX' }]);
  expect(warnings).toMatchObject([{ rule: 'lower-case-status', pointer: '#/paths/~1a/get/responses/5xx' }]);
});

test('a response whose status is none of HTTP is omitted', () => {
  const { model, problems, warnings } = inspect({
    paths: { '/a': get('a', { responses: { 600: {}, 200: {} } }) },
  });
  expect([problems, model?.operations[0]?.responses.map(({ status }) => status)]).toEqual([[], ['200']]);
  expect(warnings).toMatchObject([{ rule: 'invalid-status', pointer: '#/paths/~1a/get/responses/600' }]);
});

test('a schema without a value is omitted', () => {
  const content = { 'application/json': { schema: null } };
  const { model, warnings } = inspect({ paths: { '/a': get('a', { responses: { 200: { content } } }) } });
  expect(model?.operations[0]?.responses[0]?.content).toMatchObject([{ schema: undefined }]);
  const pointer = '#/paths/~1a/get/responses/200/content/application~1json/schema';
  expect(warnings).toMatchObject([{ rule: 'empty-map', pointer }]);
});

// Only servers need these, so their generator finds them.
const FOUND_BY_GENERATORS = [
  'deep-object-single-value',
  'invalid-pattern',
  'parameter-as-text',
  'pattern-dialect',
  'redos-pattern',
  'undeclared-security-scheme',
  'unknown-link-target',
];
// Those with a table of their own, in plain-readings.test.ts and load-document.test.ts.
const ELSEWHERE: readonly string[] = [
  'content-without-body',
  'dangling-response',
  'duplicate-key',
  'fragment-id',
  'parameter-without-schema',
  'path-without-slash',
  'query-in-path',
  'schema-as-parameter',
  'single-item',
  'type-as-schema',
  'unknown-dialect',
];
const FOUND_HERE = REPAIRS.filter((rule) => ![...FOUND_BY_GENERATORS, ...ELSEWHERE].includes(rule));

const STYLED = { name: 's', in: 'query', style: 'simple', schema: {} };
const ID = { name: 'id', in: 'path', required: true, schema: {} };

const WRONG = {
  info: { title: 'A' },
  paths: {
    '/{a}': get('x', {
      deprecated: 'false',
      parameters: [STYLED],
      responses: { '2xx': { content: null }, 600: {} },
    }),
    '/b/{id}': get('x', {
      parameters: [{ ...ID, required: false }, ID, { ...ID, name: 'other' }],
      security: 5,
    }),
  },
  webhooks: { $ref: '#/x-webhooks' },
  'x-webhooks': {},
  components: {
    schemas: {
      A: { type: 'int', exclusiveMinimum: true, minimum: 1 },
      B: { type: 'string', nullable: true },
      D: { properties: { d: { required: true } } },
      C: { items: { $recursiveRef: '#' }, required: 'a', oneOf: [] },
    },
    parameters: { P: { name: 'p', in: 'header', schema: {} } },
    responses: {
      R: { description: '', headers: { P: { $ref: '#/components/parameters/P' } } },
    },
  },
};

// A valid document may have the first; OpenAPI leaves only one meaning to the others.
const ACCEPTED = [
  'nullable',
  'incomplete-info',
  'optional-path-parameter',
  'undeclared-path-parameter',
  'unknown-type',
  'unused-path-parameter',
].sort();

test('in strict mode each is a problem, unless it has only one meaning', () => {
  const { problems, warnings } = inspect(WRONG, false);
  expect(problems.map(({ rule }) => rule).sort()).toEqual(
    FOUND_HERE.filter((rule) => !ACCEPTED.includes(rule)),
  );
  expect(warnings.map(({ rule }) => rule).sort()).toEqual(ACCEPTED);
  for (const { repair } of problems) expect(repair).toContain('--lenient');
  expect(() => readModel({ ...HEAD, ...WRONG } as JsonValue, 'a.json')).toThrow(DocumentInvalidError);
});

test('read by some rules, the others stay problems', () => {
  const { problems, warnings } = inspect(WRONG, ['boolean-bounds', 'nullable']);
  expect(warnings.map(({ rule }) => rule).sort()).toEqual(['boolean-bounds', ...ACCEPTED]);
  expect(problems).toHaveLength(FOUND_HERE.length - 1 - ACCEPTED.length);
});

test('read by all rules, nothing is a problem', () => {
  const { problems, warnings } = inspect(WRONG);
  expect([problems, warnings.map(({ rule }) => rule).sort()]).toEqual([[], FOUND_HERE]);
});

test('an OpenAPI 3.0 document may use the keywords of 3.0', () => {
  const schemas = { A: { type: 'integer', minimum: 1, exclusiveMinimum: true, nullable: true } };
  const { problems, warnings } = inspect({ openapi: '3.0.3', components: { schemas } }, false);
  expect([...problems, ...warnings]).toEqual([]);
});

test('locations refer to the original document, even if their parents were moved', () => {
  const schemas = { A: { nullable: true, properties: { a: { $ref: '#/nowhere' } } } };
  const document = { ...HEAD, components: { schemas } } as JsonValue;
  const locate = (pointer: string) => ({ file: 'a.json', line: 1, column: 1, pointer });
  const { model, problems } = inspectModel(document, 'a.json', { lenient: true, locate });
  expect(problems.map(({ pointer }) => model?.locate(pointer)?.pointer)).toEqual([
    '#/components/schemas/A/properties/a/$ref',
  ]);
});
