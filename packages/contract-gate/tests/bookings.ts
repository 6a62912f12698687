// Bookings as companies build them: unique values, ids of other resources, conflicts, If-Match, jobs and events.
import { createHash, randomBytes } from 'node:crypto';
import type { JsonObject } from '@keyframe/openapi-model';
import { type Answer, createDocument, type ReceivedRequest } from './serve.ts';

const text = (keywords: JsonObject = {}): JsonObject => ({ type: 'string', ...keywords });
const object = (properties: JsonObject, optional: readonly string[] = []): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const count = (maximum: number): JsonObject => ({ type: 'integer', minimum: 1, maximum });
const time = text({ format: 'date-time' });

const CUSTOMER: JsonObject = {
  name: text({ minLength: 1, maxLength: 40 }),
  email: text({ maxLength: 60, pattern: '^[a-z0-9]{1,30}@[a-z]{1,20}\\.(com|org)$' }),
};
const ROOM: JsonObject = { number: count(99_999), seats: count(500) };
const BOOKING: JsonObject = {
  customer_id: text(),
  room_id: text(),
  starts_at: time,
  ends_at: time,
  guests: count(500),
};
const STATE = text({ enum: ['queued', 'done'] });

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const tagged: JsonObject = { ETag: { required: true, schema: text() } };
const result = (properties: JsonObject): JsonObject => ({
  description: 'Done.',
  headers: tagged,
  content: json(object({ id: text(), ...properties })),
});
const WRONG: JsonObject = { '4XX': { description: 'Wrong.' } };
const ID: JsonObject = { name: 'id', in: 'path', required: true, schema: text() };
const IF_MATCH: JsonObject = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: text({ minLength: 1 }),
};
const sends = (schema: JsonObject): JsonObject => ({ required: true, content: json(schema) });

const createPaths = (path: string, properties: JsonObject, changes: JsonObject): JsonObject => ({
  [path]: {
    post: {
      requestBody: sends(object(properties)),
      responses: {
        [path === '/exports' ? '202' : '201']: result(
          path === '/exports' ? { ...properties, state: STATE } : properties,
        ),
        ...WRONG,
      },
    },
  },
  [`${path}/{id}`]: {
    parameters: [ID],
    get: {
      responses: {
        '200': result(path === '/exports' ? { ...properties, state: STATE } : properties),
        ...WRONG,
      },
    },
    delete: { responses: { '204': { description: 'Gone.' }, ...WRONG } },
    ...(Object.keys(changes).length > 0
      ? {
          patch: {
            parameters: [IF_MATCH],
            requestBody: sends(object(changes, Object.keys(changes))),
            responses: { '200': result(properties), '412': { description: 'Changed.' }, ...WRONG },
          },
        }
      : {}),
  },
});

/** The document of the server. */
export const BOOKINGS = createDocument({
  ...createPaths('/customers', CUSTOMER, { name: CUSTOMER.name ?? true }),
  ...createPaths('/rooms', ROOM, {}),
  ...createPaths('/bookings', BOOKING, { guests: BOOKING.guests ?? true }),
  ...createPaths('/exports', { room_id: text() }, {}),
  '/exports/{id}/file': {
    get: { parameters: [ID], responses: { '200': result({}), ...WRONG } },
  },
});

const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  customers: CUSTOMER,
  rooms: ROOM,
  bookings: BOOKING,
  exports: { room_id: text() },
};
const READS_BEFORE_END = 3;

type Stored = Record<string, unknown>;

/** The server; each fault names a rule that it breaks. Conflicts may have the status of an invalid request. */
export class Bookings {
  readonly #faults: readonly string[];
  readonly #conflict: number;
  readonly #stored: Readonly<Record<string, Map<string, Stored>>> = {
    customers: new Map(),
    rooms: new Map(),
    bookings: new Map(),
    exports: new Map(),
  };
  readonly #reads = new Map<string, number>();

  constructor(faults: readonly string[], conflict = 409) {
    this.#faults = faults;
    this.#conflict = conflict;
  }

  answer(received: ReceivedRequest): Answer {
    const { method, path } = received;
    const [, kind = '', id, part, ...more] = path.split('/');
    const all = this.#stored[kind];
    if (!all || more.length > 0 || (part !== undefined && path !== `/exports/${id}/file`))
      return { status: 404 };
    const allow = listMethods(kind, id, part);
    if (!allow.includes(method)) return { status: 405, headers: { allow: allow.join(', ') } };
    if (received.bytes.length > 0 && !/^application\/json/i.test(`${received.headers['content-type']}`))
      return { status: 415 };
    if (id === undefined) return this.#create(kind, received);
    const found = all.get(id);
    if (!found) return { status: 404 };
    if (method === 'DELETE') return this.#remove(kind, id);
    if (method === 'PATCH') return this.#change(kind, found, received);
    return kind === 'exports' ? this.#readExport(found, part) : reply(200, found);
  }

  #create(kind: string, { json: sent }: ReceivedRequest): Answer {
    if (!isValid(sent, SCHEMAS[kind] ?? {}, { isOpen: this.#faults.includes(`${kind} open`) }))
      return { status: 422 };
    const status = this.#findConflict(kind, sent);
    if (status !== undefined) return { status };
    const known = Object.fromEntries(
      Object.entries(sent).filter(([name]) => Object.hasOwn(SCHEMAS[kind] ?? {}, name)),
    );
    const id = `${kind.slice(0, 3)}_${randomBytes(6).toString('hex')}`;
    const made = { id, ...known, ...(kind === 'exports' ? { state: 'queued' } : {}) };
    this.#stored[kind]?.set(id, made);
    return reply(kind === 'exports' ? 202 : 201, made);
  }

  #findConflict(kind: string, sent: Stored): number | undefined {
    const others = [...(this.#stored[kind]?.values() ?? [])];
    const isTaken = (name: string) => others.some((one) => one[name] === sent[name]);
    if (kind === 'customers') return isTaken('email') ? this.#conflict : undefined;
    if (kind === 'rooms') return isTaken('number') ? this.#conflict : undefined;
    if (!this.#stored.rooms?.has(`${sent.room_id}`)) return 404;
    if (kind === 'exports') return undefined;
    if (!this.#stored.customers?.has(`${sent.customer_id}`)) return 404;
    const [from, to] = [Date.parse(`${sent.starts_at}`), Date.parse(`${sent.ends_at}`)];
    if (to <= from) return 422;
    const overlaps = (one: Stored) =>
      one.room_id === sent.room_id &&
      Date.parse(`${one.starts_at}`) < to &&
      from < Date.parse(`${one.ends_at}`);
    return others.some(overlaps) ? this.#conflict : undefined;
  }

  #change(kind: string, found: Stored, { json: sent, headers }: ReceivedRequest): Answer {
    const changes =
      kind === 'customers' ? { name: CUSTOMER.name ?? true } : { guests: BOOKING.guests ?? true };
    if (headers['if-match'] === undefined) return { status: 428 };
    if (!isValid(sent, changes, { isPartial: true })) return { status: 422 };
    if (headers['if-match'] !== tag(found)) return { status: 412 };
    const changed = this.#faults.includes(`${kind} lost`) ? found : { ...found, ...sent };
    this.#stored[kind]?.set(`${found.id}`, changed);
    return reply(200, changed);
  }

  #remove(kind: string, id: string): Answer {
    const isUsed = [...(this.#stored.bookings?.values() ?? [])].some(
      (one) => one.customer_id === id || one.room_id === id,
    );
    if (isUsed) return { status: 409 };
    if (!this.#faults.includes(`${kind} kept`)) this.#stored[kind]?.delete(id);
    return { status: 204 };
  }

  #readExport(found: Stored, part: string | undefined): Answer {
    const id = `${found.id}`;
    const reads = (this.#reads.get(id) ?? 0) + 1;
    this.#reads.set(id, reads);
    const hasEnded = reads > READS_BEFORE_END;
    if (part === undefined) {
      const state = this.#faults.includes('exports state') ? 7 : 'done';
      return reply(200, { ...found, state: hasEnded ? state : 'queued' });
    }
    if (!hasEnded) return { status: 409 };
    return this.#faults.includes('exports file') ? { status: 500 } : reply(200, { id });
  }
}

function listMethods(kind: string, id: string | undefined, part: string | undefined): string[] {
  if (part !== undefined) return ['GET'];
  if (id === undefined) return ['POST'];
  return kind === 'customers' || kind === 'bookings' ? ['GET', 'DELETE', 'PATCH'] : ['GET', 'DELETE'];
}

function tag(value: Stored): string {
  return `"${createHash('sha1').update(JSON.stringify(value)).digest('hex').slice(0, 12)}"`;
}

function reply(status: number, body: Stored): Answer {
  return { status, headers: { etag: tag(body) }, body };
}

function isValid(
  sent: unknown,
  properties: JsonObject,
  { isOpen = false, isPartial = false }: { isOpen?: boolean; isPartial?: boolean } = {},
): sent is Stored {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  const entries = Object.entries(sent);
  const isComplete = isPartial || Object.keys(properties).every((name) => Object.hasOwn(sent, name));
  return (
    isComplete &&
    entries.every(([name, value]) =>
      Object.hasOwn(properties, name) ? fits(value, Object(properties[name])) : isOpen,
    )
  );
}

const TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

// Date.parse accepts February 30.
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function fits(value: unknown, schema: JsonObject): boolean {
  const { type, minimum, maximum, minLength = 0, maxLength = 1_000_000, pattern = '', format } = schema;
  if (type === 'integer')
    return Number.isInteger(value) && Number(value) >= Number(minimum) && Number(value) <= Number(maximum);
  if (typeof value !== 'string') return false;
  const { length } = [...value];
  const isTime = format !== 'date-time' || (TIME.test(value) && isDay(value.slice(0, 10)));
  return (
    length >= Number(minLength) &&
    length <= Number(maxLength) &&
    new RegExp(`${pattern}`, 'u').test(value) &&
    isTime
  );
}
