// Filters in pairs, defaults of parameters, limits of lists that nothing creates, batches and restored resources: each fault is
// found, and servers without one have no findings.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const response = (schema: JsonObject): JsonObject => ({ description: 'Done.', content: json(schema) });
const list = (items: JsonObject): JsonObject => response({ type: 'array', items });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema });
const WRONG = { '4XX': { description: 'Wrong.' } };
const STATUSES = ['open', 'closed'];
const KINDS = ['task', 'bug'];
const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const INPUT = { text: TEXT, status: { enum: STATUSES }, kind: { enum: KINDS } };
const required = ['text', 'status', 'kind'];
const COUNT = { type: 'object', properties: { count: { type: 'integer' } } };
const closed = { type: 'object', additionalProperties: false };

const DOCUMENT = createDocument(
  {
    '/notes': {
      get: {
        parameters: [
          query('status', { enum: STATUSES }),
          query('kind', { enum: KINDS }),
          query('text', { type: 'string' }),
          query('order', { enum: ['oldest', 'newest'], default: 'oldest' }),
        ],
        responses: { '200': list(ref('Note')), ...WRONG },
      },
      post: {
        requestBody: { required: true, content: json(ref('Input')) },
        responses: { '201': response(ref('Note')), ...WRONG },
      },
    },
    '/notes/batch': {
      post: {
        requestBody: { required: true, content: json({ type: 'array', minItems: 1, items: ref('Input') }) },
        responses: {
          '207': list({ type: 'object', required: ['status'], properties: { status: { type: 'integer' } } }),
          ...WRONG,
        },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { '200': response(ref('Note')), '404': { description: 'None.' }, ...WRONG } },
      delete: { responses: { '204': { description: 'Gone.' }, '404': { description: 'None.' }, ...WRONG } },
    },
    '/notes/{id}/restore': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      post: { responses: { '204': { description: 'Back.' }, '404': { description: 'None.' }, ...WRONG } },
    },
    '/counts': {
      get: {
        parameters: [query('limit', { type: 'integer', minimum: 1 })],
        responses: {
          '200': response({
            type: 'object',
            properties: { items: { type: 'array', items: COUNT }, kinds: { type: 'array', items: COUNT } },
          }),
          ...WRONG,
        },
      },
    },
    '/events': {
      get: {
        parameters: [query('limit', { type: 'integer', minimum: 2, maximum: 50, default: 10 })],
        responses: { '200': list({ type: 'object' }), ...WRONG },
      },
    },
  },
  {
    components: {
      schemas: {
        Input: { ...closed, required, properties: INPUT },
        Note: { ...closed, required: ['id', ...required], properties: { id: { type: 'string' }, ...INPUT } },
      },
    },
  },
);

interface Note {
  id: string;
  text: string;
  status: string;
  kind: string;
}

class Notes {
  readonly #notes = new Map<string, Note>();
  readonly #deleted = new Map<string, Note>();
  readonly #behavior: string;
  #count = 0;

  constructor(behavior: string) {
    this.#behavior = behavior;
  }

  answer(received: ReceivedRequest): Answer {
    const [, first, id = '', last] = received.path.split('/');
    if (first === 'events' && id === '') return this.#listEvents(received);
    if (first === 'counts' && id === '') return count(received);
    if (first !== 'notes') return { status: 404 };
    if (id === '') return this.#answerAll(received);
    if (id === 'batch') return this.#createSeveral(received);
    return last === 'restore' ? this.#restore(received, id) : this.#answerOne(received, id);
  }

  #listEvents({ method, query: search }: ReceivedRequest): Answer {
    if (method !== 'GET') return refuse('GET');
    const text = search.get('limit') ?? '10';
    const limit = Number(text);
    if (!/^\d+$/.test(text) || limit < 2 || limit > 50) return { status: 422 };
    const events = Array.from({ length: 30 }, (_, index) => ({ at: index }));
    const count = this.#behavior === 'a limit is ignored' ? 10 : limit;
    return { status: 200, body: events.slice(0, count) };
  }

  #answerAll(received: ReceivedRequest): Answer {
    const { method, query: search } = received;
    if (method === 'POST') {
      const input = readInput(received, received.json);
      return 'code' in input ? { status: input.code } : { status: 201, body: this.#create(input) };
    }
    if (method !== 'GET') return refuse('GET, POST');
    const [status, kind, text] = ['status', 'kind', 'text'].map((name) => search.get(name));
    const order = search.get('order') ?? (this.#behavior === 'another default' ? 'newest' : 'oldest');
    const isWrong =
      (status !== null && !STATUSES.includes(String(status))) ||
      (kind !== null && !KINDS.includes(String(kind))) ||
      !['newest', 'oldest'].includes(order);
    if (isWrong) return { status: 422 };
    const isBoth = status !== null && kind !== null;
    const notes = [...this.#notes.values()].filter((note) => {
      const results = [status === null || note.status === status, kind === null || note.kind === kind];
      if (isBoth && this.#behavior === 'two filters are alternatives') return results.includes(true);
      if (isBoth && this.#behavior === 'two filters exclude all') return false;
      return !results.includes(false) && (text === null || note.text.includes(String(text)));
    });
    return { status: 200, body: order === 'newest' ? notes.toReversed() : notes };
  }

  #create(input: Omit<Note, 'id'>): Note {
    this.#count += 1;
    const note = { id: `n${this.#count}`, ...input };
    this.#notes.set(note.id, note);
    return note;
  }

  #createSeveral(received: ReceivedRequest): Answer {
    if (received.method !== 'POST') return refuse('POST');
    if (!Array.isArray(received.json)) return { status: isJson(received) ? 422 : 415 };
    const inputs = received.json.map((one) => readInput(received, one));
    const wrong = inputs.find((one) => 'code' in one);
    if (wrong || inputs.length === 0) return { status: 422 };
    const isPartial = this.#behavior === 'a batch has failures';
    const results = inputs.map((_, index) => ({ status: isPartial && index > 0 ? 409 : 201 }));
    return { status: 207, body: this.#behavior === 'a batch is cut' ? results.slice(0, 1) : results };
  }

  #answerOne({ method }: ReceivedRequest, id: string): Answer {
    if (method !== 'GET' && method !== 'DELETE') return refuse('GET, DELETE');
    const note = this.#notes.get(id);
    if (!note) return { status: 404 };
    if (method === 'GET') return { status: 200, body: note };
    this.#notes.delete(id);
    this.#deleted.set(id, note);
    return { status: 204 };
  }

  #restore({ method }: ReceivedRequest, id: string): Answer {
    if (method !== 'POST') return refuse('POST');
    const note = this.#deleted.get(id);
    if (!note || this.#behavior === 'a deletion is final') return { status: 404 };
    this.#deleted.delete(id);
    if (this.#behavior !== 'a restored note is lost') this.#notes.set(id, note);
    return { status: 204 };
  }
}

// The limit is that of the counted notes.
function count({ method, query: search }: ReceivedRequest): Answer {
  const limit = search.get('limit') ?? '1';
  if (method !== 'GET') return refuse('GET');
  if (!/^0*[1-9]\d*$/.test(limit)) return { status: 422 };
  const counts = [{ count: 1 }, { count: 2 }, { count: 3 }, { count: 4 }];
  return { status: 200, body: { items: counts, kinds: counts } };
}

const refuse = (allow: string): Answer => ({ status: 405, headers: { allow } });
const isJson = ({ headers }: ReceivedRequest) =>
  /^application\/json(?:;|$)/i.test(String(headers['content-type']));

function readInput(received: ReceivedRequest, value: unknown): Omit<Note, 'id'> | { code: number } {
  if (!isJson(received)) return { code: 415 };
  const { text, status, kind, ...others } = Object(value);
  const isText = typeof text === 'string' && /^.{1,40}$/su.test(text);
  const isValid = isText && STATUSES.includes(status) && KINDS.includes(kind);
  return isValid && Object.keys(others).length === 0 ? { text, status, kind } : { code: 422 };
}

async function collectFindings(behavior: string) {
  const notes = new Notes(behavior);
  await using server = await serve((received) => notes.answer(received));
  const { findings } = await testServer(DOCUMENT, server.url, { propertyRuns: 1 });
  // Before anything is deleted, nothing can be restored.
  const others = findings.filter(({ check }) => check !== 'operation-unreached');
  return others.map(({ check, operation }) => `${check} ${operation}`);
}

test.each(['no fault', 'a batch has failures', 'a deletion is final'])(
  'a server with %s has no findings',
  async (behavior) => {
    expect(await collectFindings(behavior)).toEqual([]);
  },
);

test.each([
  ['two filters are alternatives', 'filter-ignored GET /notes'],
  ['two filters exclude all', 'filter-misses GET /notes'],
  ['another default', 'default-not-applied GET /notes'],
  ['a limit is ignored', 'page-too-long GET /events'],
  ['a batch is cut', 'batch-incomplete POST /notes/batch'],
  ['a restored note is lost', 'read-fails GET /notes/{id}'],
])('%s: %s', async (behavior, finding) => {
  expect(await collectFindings(behavior)).toEqual([finding]);
});

test('a creation that returns what exists is no second resource that a deletion removes', async () => {
  const LINK = { ...closed, required: ['id'], properties: { id: { type: 'string' } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const missing = { '404': { description: 'None.' }, ...WRONG };
  const document = createDocument({
    '/links': {
      post: {
        requestBody: {
          required: true,
          content: json({ ...closed, required: ['to'], properties: { to: { enum: ['home', 'help'] } } }),
        },
        responses: { '200': response(LINK), ...WRONG },
      },
    },
    '/links/{id}': {
      parameters,
      get: { responses: { '200': response(LINK), ...missing } },
      delete: { responses: { '204': { description: 'Gone.' }, ...missing } },
    },
  });
  const links = new Set<string>();
  await using server = await serve(({ method, path, json: sent }) => {
    const id = path.split('/')[2];
    if (id === undefined) {
      const { to } = Object(sent);
      if (method !== 'POST' || !['help', 'home'].includes(to)) return { status: 422 };
      links.add(to);
      return { status: 200, body: { id: to } };
    }
    if (!links.has(id)) return { status: 404 };
    if (method === 'GET') return { status: 200, body: { id } };
    links.delete(id);
    return { status: 204 };
  });
  const { findings } = await testServer(document, server.url, { propertyRuns: 1 });
  expect(findings.map(({ check }) => check)).not.toContain('delete-removes-other');
});
