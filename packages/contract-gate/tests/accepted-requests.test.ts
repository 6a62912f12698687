// Servers that respond with 202 and change or delete the resource later: only a change that has happened is checked.
import type { JsonObject } from '@keyframe/openapi-model';
import { createHandClock, type HandClock } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const NAME: JsonObject = { type: 'string', minLength: 1, maxLength: 40 };
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const requestBody: JsonObject = { required: true, content: json(object({ name: NAME })) };
const thing: JsonObject = {
  description: 'It.',
  content: json(object({ id: { type: 'string' }, name: NAME })),
};
const list: JsonObject = {
  description: 'All.',
  content: json({ type: 'array', items: object({ id: { type: 'string' }, name: NAME }) }),
};
const accepted: JsonObject = { description: 'Accepted.' };
const WRONG: JsonObject = { '4XX': { description: 'Wrong.' }, '404': { description: 'None.' } };
const DOCUMENT = createDocument({
  '/things': {
    get: { responses: { '200': list } },
    post: { requestBody, responses: { '201': thing, ...WRONG } },
  },
  '/things/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: { '200': thing, ...WRONG } },
    put: { requestBody, responses: { '202': accepted, ...WRONG } },
    patch: { requestBody, responses: { '202': accepted, ...WRONG } },
    delete: { responses: { '202': accepted, ...WRONG } },
  },
});

interface LateOptions {
  /** Milliseconds until an accepted request is carried out. */
  afterMs: number;
  /** Whether the list keeps deleted things. */
  keepsListed?: boolean;
}

/** Things that are created at once, and changed and deleted later. */
class LateThings {
  readonly #things = new Map<string, string>();
  readonly #listed = new Map<string, string>();
  readonly #options: LateOptions;
  readonly #clock: HandClock;
  #made = 0;

  constructor(options: LateOptions, clock: HandClock) {
    this.#options = options;
    this.#clock = clock;
  }

  answer(received: ReceivedRequest): Answer {
    const { method, path } = received;
    const [, id] = /^\/things(?:\/([^/]+))?$/.exec(path) ?? [];
    if (id === undefined && path !== '/things') return { status: 404 };
    const allowed = id === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'PATCH', 'DELETE'];
    if (!allowed.includes(method)) return { status: 405, headers: { allow: allowed.join(', ') } };
    return id === undefined ? this.#answerAll(received) : this.#answerOne(received, id);
  }

  #answerAll(received: ReceivedRequest): Answer {
    if (received.method === 'GET')
      return { status: 200, body: [...this.#listed].map(([id, name]) => ({ id, name })) };
    const name = readName(received);
    if (name === undefined) return { status: 400 };
    this.#made += 1;
    this.#store(`t${this.#made}`, name);
    return { status: 201, body: { id: `t${this.#made}`, name } };
  }

  #answerOne(received: ReceivedRequest, id: string): Answer {
    if (!this.#things.has(id)) return { status: 404 };
    if (received.method === 'GET') return { status: 200, body: { id, name: this.#things.get(id) } };
    if (received.method === 'DELETE') return this.#later(() => this.#remove(id));
    const name = readName(received);
    return name === undefined ? { status: 400 } : this.#later(() => this.#store(id, name));
  }

  #later(change: () => void): Answer {
    this.#clock.setTimer(this.#options.afterMs, change);
    return { status: 202 };
  }

  #store(id: string, name: string): void {
    this.#things.set(id, name);
    this.#listed.set(id, name);
  }

  #remove(id: string): void {
    this.#things.delete(id);
    if (!this.#options.keepsListed) this.#listed.delete(id);
  }
}

function readName({ json: sent, headers }: ReceivedRequest): string | undefined {
  return /^application\/json/i.test(String(headers['content-type'])) && isThing(sent) ? sent.name : undefined;
}

function isThing(sent: unknown): sent is { name: string } {
  const { name, ...others } = Object(sent);
  const isName = typeof name === 'string' && name.length > 0 && [...name].length <= 40;
  return isName && Object.keys(others).length === 0;
}

async function listChecks(options: LateOptions): Promise<string[]> {
  const clock = createHandClock();
  const things = new LateThings(options, clock);
  await using server = await serve((received) => things.answer(received));
  const { findings } = await testServer(DOCUMENT, server.url, { propertyRuns: 5, clock });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

test('no finding results from accepted updates and deletions that happen a second later', async () => {
  expect(await listChecks({ afterMs: 1_000 })).toEqual([]);
});

test('no finding results from accepted requests that happen after the run', async () => {
  expect(await listChecks({ afterMs: 600_000 })).toEqual([]);
});

test('an accepted deletion is checked after it has happened', async () => {
  const found = await listChecks({ afterMs: 300, keepsListed: true });
  expect(found).toEqual([expect.stringContaining('deleted-readable: A list contains the deleted resource')]);
});
