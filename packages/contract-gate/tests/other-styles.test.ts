// Servers that conform in other styles than usual, and raised false alarms.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const text: JsonObject = { type: 'string', minLength: 1, maxLength: 30 };
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const done = (schema?: JsonObject): JsonObject => ({
  description: 'Done.',
  ...(schema ? { content: json(schema) } : {}),
});
const WRONG: JsonObject = { '4XX': { description: 'Wrong.' } };
const parameter = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: text });

const FLOW: JsonObject = {
  type: 'object',
  required: ['id', 'name', 'color', 'note'],
  properties: { id: text, name: text, color: text, note: { type: ['string', 'null'], maxLength: 30 } },
};
const nullable: JsonObject = { ...text, type: ['string', 'null'] };
const sent = (required: string[], properties: JsonObject): JsonObject => ({
  required: true,
  content: json({ type: 'object', additionalProperties: false, required, properties }),
});

/** Flows, where a name that exists returns its flow, and null means the default; and the names of files. */
const FLOWS = createDocument({
  '/flows': {
    get: { responses: { '200': done({ type: 'array', items: FLOW }) } },
    post: {
      requestBody: sent(['name'], { name: text, color: nullable, note: text }),
      responses: { '200': done(FLOW), '201': done(FLOW), ...WRONG },
    },
  },
  '/flows/{id}': {
    parameters: [parameter('id')],
    get: { responses: { '200': done(FLOW), ...WRONG } },
    patch: { requestBody: sent([], { color: nullable }), responses: { '200': done(FLOW), ...WRONG } },
  },
  '/files': { get: { responses: { '200': done({ type: 'array', items: text }) } } },
  '/files/{name}': {
    parameters: [parameter('name')],
    get: { responses: { '204': done(), ...WRONG } },
    put: { responses: { '204': done(), ...WRONG } },
    delete: { responses: { '204': done(), ...WRONG } },
  },
});

interface Flow {
  id: string;
  name: string;
  color: string;
  note: string | null;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && [...value].length <= 30;

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

class FlowServer {
  readonly #flows: Flow[] = [];
  readonly #files = new Set<string>();

  readonly answer = ({ method, path, json: body, headers }: ReceivedRequest): Answer => {
    const [, kind, id, ...more] = path.split('/').map(decode);
    if (more.length > 0) return { status: 404 };
    if (id === null) return { status: 400 };
    if (kind === 'files') return this.#answerFiles(method, id);
    const allow = id === undefined ? ['GET', 'POST'] : ['GET', 'PATCH'];
    if (!allow.includes(method)) return { status: 405, headers: { allow: allow.join(', ') } };
    const flow = this.#flows.find((one) => one.id === id);
    if (id !== undefined && !flow) return { status: 404 };
    if (method === 'GET') return { status: 200, body: flow ?? this.#flows };
    if (!/^application\/json *(;|$)/i.test(`${headers['content-type']}`)) return { status: 415 };
    return flow ? this.#change(flow, body) : this.#create(body);
  };

  #create(body: unknown): Answer {
    const { name, color = null, note, ...others } = Object(body);
    const isValid = isText(name) && (color === null || isText(color)) && (note === undefined || isText(note));
    if (!isValid || Array.isArray(body) || Object.keys(others).length > 0) return { status: 422 };
    const existing = this.#flows.find((one) => one.name === name);
    if (existing) return { status: 200, body: existing };
    const made = { id: `f${this.#flows.length}`, name, color: color ?? 'red', note: note ?? null };
    this.#flows.push(made);
    return { status: 201, body: made };
  }

  #change(flow: Flow, body: unknown): Answer {
    const { color = null, ...others } = Object(body);
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    if (!isObject || !(color === null || isText(color)) || Object.keys(others).length > 0)
      return { status: 422 };
    flow.color = color ?? flow.color;
    return { status: 200, body: flow };
  }

  #answerFiles(method: string, name: string | undefined): Answer {
    const allow = name === undefined ? ['GET'] : ['GET', 'PUT', 'DELETE'];
    if (!allow.includes(method)) return { status: 405, headers: { allow: allow.join(', ') } };
    if (name === undefined) return { status: 200, body: [...this.#files] };
    if ([...name].length > 30 || name === '') return { status: 400 };
    if (method === 'PUT') this.#files.add(name);
    else if (!this.#files.has(name)) return { status: 404 };
    if (method === 'DELETE') this.#files.delete(name);
    return { status: 204 };
  }
}

test.each([1, 2])(
  'a creation that returns an existing resource, null for a default and a list of names are no findings, seed %i',
  async (seed) => {
    const flows = new FlowServer();
    await using server = await serve(flows.answer);
    const { findings } = await testServer(FLOWS, server.url, { propertyRuns: 5, seed });
    expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([]);
  },
);
