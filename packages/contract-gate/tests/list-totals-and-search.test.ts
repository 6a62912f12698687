// Lists that are searched, counted and nested, and what an update says of itself: each fault is found, and a server without
// one has no findings.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const response = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: json(schema) });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const WRONG = { '4XX': { description: 'Wrong.' } };
const pathParameter = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'string' } }];
const object = (properties: JsonObject, required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const KIND = { enum: ['cat', 'dog'] };
const ID = { type: 'string' };
const body = (name: string) => ({ required: true, content: json(ref(name)) });
const query = (name: string, schema: JsonObject) => ({ name, in: 'query', schema });

const DOCUMENT = createDocument(
  {
    '/owners': {
      get: {
        parameters: [query('q', { type: 'string' }), query('kind', KIND)],
        responses: {
          '200': {
            ...response(
              object({ total: { type: 'integer' }, owners: { type: 'array', items: ref('Owner') } }, [
                'total',
              ]),
            ),
            headers: { 'X-Total-Count': { schema: { type: 'integer' } } },
          },
          ...WRONG,
        },
      },
      post: { requestBody: body('OwnerInput'), responses: { '201': response(ref('Owner')), ...WRONG } },
    },
    '/owners/{ownerId}': {
      parameters: pathParameter('ownerId'),
      get: { responses: { '200': response(ref('Owner')), ...WRONG } },
      patch: { requestBody: body('OwnerInput'), responses: { '200': response(ref('Owner')), ...WRONG } },
    },
    '/owners/{ownerId}/pets': {
      parameters: pathParameter('ownerId'),
      get: { responses: { '200': response({ type: 'array', items: ref('Pet') }), ...WRONG } },
      post: { responses: { '201': response(ref('Pet')), ...WRONG } },
    },
    '/pets/{petId}': {
      parameters: pathParameter('petId'),
      get: { responses: { '200': response(ref('Pet')), ...WRONG } },
    },
  },
  {
    components: {
      schemas: {
        OwnerInput: object({ name: NAME, kind: KIND }, ['name', 'kind']),
        Owner: object({ id: ID, name: NAME, kind: KIND }, ['id', 'name', 'kind']),
        Pet: object({ id: ID, ownerId: ID }, ['id', 'ownerId']),
      },
    },
  },
);

interface Owner {
  id: string;
  name: string;
  kind: string;
}

/** Keeps owners and their pets; `fault` says what is wrong with it. */
class Shelter {
  readonly owners: Owner[] = [];
  readonly pets: { id: string; ownerId: string }[] = [];
  readonly fault: string | undefined;

  constructor(fault: string | undefined) {
    this.fault = fault;
  }

  answer(received: ReceivedRequest): Answer {
    const [, kind = '', id, isNested] = /^\/(owners|pets)(?:\/([^/]+))?(\/pets)?$/.exec(received.path) ?? [];
    const owner = this.owners.find((one) => one.id === id);
    if (kind === 'pets') return this.#pet(received, id);
    if (isNested) return owner ? this.#pets(received, owner) : { status: 404 };
    if (id === undefined) return this.#collection(received);
    return owner ? this.#owner(received, owner) : { status: 404 };
  }

  #collection(received: ReceivedRequest): Answer {
    const { method, query: search } = received;
    if (method === 'POST') return this.#create(received);
    if (method !== 'GET') return refused('GET, POST');
    const [text, kind] = [search.get('q'), search.get('kind')];
    if (kind !== null && !isKind(kind)) return { status: 422 };
    const { fault } = this;
    const owners = this.owners.filter(
      (one) =>
        (kind === null || one.kind === kind) &&
        (text === null || fault === 'a search finds everything' || one.name.includes(text)),
    );
    const total = fault === 'the total ignores the filter' ? this.owners.length : owners.length;
    const counted = fault === 'the header has another total' ? total + 1 : total;
    return { status: 200, headers: { 'x-total-count': String(counted) }, body: { total, owners } };
  }

  #create(received: ReceivedRequest): Answer {
    const given = parseOwner(received);
    if ('status' in given) return given;
    if (this.fault === 'a quotation mark is too much' && given.name.includes('"')) return { status: 500 };
    const owner = { ...given, id: `o${this.owners.length}` };
    this.owners.push(owner);
    return { status: 201, body: owner };
  }

  #owner(received: ReceivedRequest, owner: Owner): Answer {
    if (received.method === 'GET') return { status: 200, body: owner };
    if (received.method !== 'PATCH') return refused('GET, PATCH');
    const given = parseOwner(received);
    if ('status' in given) return given;
    const before = { ...owner };
    Object.assign(owner, given);
    return { status: 200, body: this.fault === 'an update returns what was before' ? before : owner };
  }

  #pets({ method }: ReceivedRequest, { id }: Owner): Answer {
    const own = this.pets.filter(({ ownerId }) => ownerId === id);
    if (method === 'GET')
      return { status: 200, body: this.fault === 'a nested list ends after two' ? own.slice(0, 2) : own };
    if (method !== 'POST') return refused('GET, POST');
    const pet = { id: `p${this.pets.length}`, ownerId: id };
    this.pets.push(pet);
    return { status: 201, body: pet };
  }

  #pet({ method }: ReceivedRequest, id: string | undefined): Answer {
    const pet = this.pets.find((one) => one.id === id);
    if (method !== 'GET') return refused('GET');
    return pet ? { status: 200, body: pet } : { status: 404 };
  }
}

const refused = (allow: string): Answer => ({ status: 405, headers: { allow } });
const isKind = (value: unknown) => value === 'cat' || value === 'dog';

function parseOwner({ headers, json: given }: ReceivedRequest): Omit<Owner, 'id'> | Answer {
  if (!/^application\/json(?:;|$)/i.test(String(headers['content-type']))) return { status: 415 };
  if (typeof given !== 'object' || given === null) return { status: 422 };
  const { name, kind, ...others } = given as Record<string, unknown>;
  const isRight = typeof name === 'string' && /^.{1,40}$/su.test(name) && isKind(kind);
  return isRight && Object.keys(others).length === 0 ? { name, kind: String(kind) } : { status: 422 };
}

async function collectFindings(fault: string | undefined) {
  const shelter = new Shelter(fault);
  await using server = await serve((received) => shelter.answer(received));
  const { findings } = await testServer(DOCUMENT, server.url, { propertyRuns: 1 });
  return findings.map(({ check, operation }) => `${check} ${operation}`);
}

test('a server that conforms has no findings', async () => {
  expect(await collectFindings(undefined)).toEqual([]);
});

const FAULTS = [
  ['a search finds everything', 'filter-ignored GET /owners'],
  ['the total ignores the filter', 'total-wrong GET /owners'],
  ['the header has another total', 'total-wrong GET /owners'],
  ['a quotation mark is too much', 'server-error POST /owners'],
  ['an update returns what was before', 'update-lost PATCH /owners/{ownerId}'],
  ['a nested list ends after two', 'list-misses GET /owners/{ownerId}/pets'],
] as const;

test.each(FAULTS)('%s: %s', async (fault, finding) => {
  expect(await collectFindings(fault)).toContain(finding);
});
