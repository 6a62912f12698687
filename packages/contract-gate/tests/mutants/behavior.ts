// Behavior of the shop, in functions that call each other through the table.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { type Acceptor, createLazyAcceptors } from '@keyframe/openapi-schema/validators';
import { readJson, readQuery } from './read-request.ts';
import { badRequest, type Reply, type ShopRequest } from './shop-http.ts';

export interface Item extends JsonObject {
  id: string;
  owner: string;
}

export interface Note {
  id: number;
  text: string;
  priority: number;
}

export interface Job {
  jobId: string;
  task: string;
  status: string;
  owner: string;
  result?: number;
  callbackUrl?: string | undefined;
}

/** A callback as it is sent. */
export interface Message {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

type Body = Record<string, unknown>;

/** Everything that a mutant can replace. */
export interface Behavior {
  document: JsonObject;
  formats: 'annotate' | 'assert';
  items: Map<string, Item>;
  notes: Map<string, Note[]>;
  jobs: Map<string, Job>;
  compile: () => void;
  validate: (schema: string, value: unknown) => string | undefined;
  finish: (reply: Reply, request: ShopRequest) => Reply;
  handle: (request: ShopRequest) => Reply;
  owner: (request: ShopRequest) => string | undefined;
  mayWrite: (request: ShopRequest) => boolean;
  readBody: (request: ShopRequest) => { value: Body } | { reply: Reply };
  newItemId: () => string;
  withDefaults: (body: Body) => Body;
  store: (body: Body) => Body;
  show: (item: Item) => Body;
  sees: (item: Item, owner: string) => boolean;
  patch: (item: Item, body: Body) => Item;
  replace: (item: Item, body: Body) => Item;
  remove: (item: Item) => void;
  filter: (items: Item[], status: string | undefined, tags: readonly string[]) => Item[];
  page: (items: Item[], offset: number, limit: number) => Item[];
  total: (items: Item[]) => number;
  onRead: (item: Item) => void;
  etag: (item: Item) => string;
  location: (item: Item) => string;
  notePage: (notes: Note[], after: number, limit: number) => { notes: Note[]; next_cursor: string | null };
  newNoteId: (notes: Note[]) => number;
  storeNote: (note: Note) => Note;
  finishJob: (job: Job) => void;
  message: (job: Job, attempt: number) => Message | undefined;
  retries: number;
  retryMs: number;
  isDelivered: (status: number) => boolean;
  deliveriesEach: number;
  stop: () => void;
}

const SIGNING_KEY = 'shop';
const OWNERS: Readonly<Record<string, string>> = {
  'key-of-ada': 'ada',
  'key-of-bob': 'bob',
  'key-to-read': 'ada',
};

/** Makes the table of the server that conforms. */
export function createBehavior(document: JsonObject): Behavior {
  const timers = new Set<NodeJS.Timeout>();
  const validators = new Map<string, Acceptor>();
  const behavior: Behavior = {
    document,
    formats: 'assert',
    items: new Map(),
    notes: new Map(),
    jobs: new Map(),
    retries: 3,
    retryMs: 60,
    deliveriesEach: 1,
    compile() {
      for (const [name, accepts] of compile(behavior)) validators.set(name, accepts);
    },
    validate(schema, value) {
      const validate = validators.get(schema);
      return !validate || validate(value) ? undefined : `It is no ${schema}.`;
    },
    finish: (reply) => reply,
    handle: (request) => route(behavior, request),
    owner: ({ headers }) => OWNERS[/^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''],
    mayWrite: ({ headers }) => !headers.authorization?.endsWith('key-to-read'),
    readBody: (request) => readJson(request),
    newItemId: () => `it_${randomBytes(4).toString('hex')}`,
    withDefaults: (body) => ({ kind: 'physical', status: 'draft', isFeatured: false, ...body }),
    store: (body) => body,
    show: ({ secret: _, ...item }) => item,
    sees: (item, owner) => item.owner === owner,
    patch: (item, body) => ({ ...item, ...body, id: item.id, owner: item.owner, createdAt: item.createdAt }),
    replace: (item, body) =>
      ({ ...behavior.withDefaults(body), id: item.id, owner: item.owner, createdAt: item.createdAt }) as Item,
    remove: ({ id }) => void behavior.items.delete(id),
    filter: (items, status, tags) =>
      items.filter(
        (item) =>
          (status === undefined || item.status === status) &&
          tags.every((tag) => Array.isArray(item.tags) && item.tags.includes(tag)),
      ),
    page: (items, offset, limit) => items.slice(offset, offset + limit),
    total: (items) => items.length,
    onRead: () => undefined,
    etag: (item) => `"${createHash('sha1').update(JSON.stringify(item)).digest('hex')}"`,
    location: ({ id }) => `/items/${id}`,
    notePage(notes, after, limit) {
      const rest = notes.filter(({ id }) => id > after);
      const page = rest.slice(0, limit);
      return { notes: page, next_cursor: rest.length > limit ? `n${page.at(-1)?.id}` : null };
    },
    newNoteId: (notes) => Math.max(0, ...notes.map(({ id }) => id)) + 1,
    storeNote: (note) => note,
    finishJob(job) {
      job.status = 'done';
      job.result = job.task.length;
      for (let time = 0; time < behavior.deliveriesEach; time += 1)
        void deliver(behavior, { job, timers, attempt: 0 });
    },
    message: (job) => createMessage(job),
    isDelivered: (status) => status >= 200 && status < 300,
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
  return behavior;
}

function compile({ document, formats }: Behavior): (readonly [name: string, accepts: Acceptor])[] {
  const model = readModel(document, 'shop.yaml');
  const names = ['NewItem', 'ItemPatch', 'NewNote', 'NewJob'];
  const accept = createLazyAcceptors(model, { direction: 'request', formats });
  const acceptors: [name: string, accepts: Acceptor][] = [];
  for (const name of names) {
    const schema = model.schemas.get(name);
    if (schema) acceptors.push([name, accept(schema)]);
  }
  return acceptors;
}

function createMessage({ jobId, status, result = 0, callbackUrl }: Job): Message | undefined {
  if (callbackUrl === undefined) return undefined;
  const body = JSON.stringify({ jobId, status, result });
  const signature = createHmac('sha256', SIGNING_KEY).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-job-id': jobId,
    'x-signature': `sha256=${signature}`,
  };
  return { method: 'POST', url: callbackUrl, headers, body };
}

interface Delivering {
  job: Job;
  timers: Set<NodeJS.Timeout>;
  attempt: number;
}

async function deliver(behavior: Behavior, { job, timers, attempt }: Delivering): Promise<void> {
  const message = behavior.message(job, attempt);
  if (!message) return;
  const { url, method, headers, body } = message;
  // Shorter than the wait of the tests.
  const signal = AbortSignal.timeout(2_000);
  const init = { method, headers, redirect: 'manual', signal } as const;
  const response = await fetch(url, method === 'GET' ? init : { ...init, body }).catch(() => undefined);
  await response?.body?.cancel();
  if (behavior.isDelivered(response?.status ?? 0) || attempt >= behavior.retries) return;
  timers.add(
    setTimeout(() => void deliver(behavior, { job, timers, attempt: attempt + 1 }), behavior.retryMs),
  );
}

const NOT_FOUND: Reply = { status: 404, body: { code: 'not_found', message: 'No such resource.' } };

type Handler = (match: RegExpExecArray, request: ShopRequest, owner: string) => Reply;

function route(behavior: Behavior, request: ShopRequest): Reply {
  if (request.isTooLong) return badRequest('The body is too long.');
  const routes = createRoutes(behavior);
  const found = routes
    .map(({ path, methods }) => ({ match: path.exec(request.path), methods }))
    .find(({ match }) => match);
  if (!found?.match) return NOT_FOUND;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const handler = found.methods[method];
  if (!handler) {
    const allow = Object.keys(found.methods).flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    return {
      status: 405,
      headers: { allow: allow.join(', ') },
      body: { code: 'method_not_allowed', message: 'Not allowed.' },
    };
  }
  if (request.path === '/health') return handler(found.match, request, '');
  const owner = behavior.owner(request);
  if (owner === undefined) {
    return {
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { code: 'unauthorized', message: 'A key is needed.' },
    };
  }
  const isWriting = method !== 'GET';
  if (isWriting && !behavior.mayWrite(request))
    return { status: 403, body: { code: 'forbidden', message: 'It only reads.' } };
  return handler(found.match, request, owner);
}

function createRoutes(behavior: Behavior): { path: RegExp; methods: Record<string, Handler> }[] {
  return [
    { path: /^\/health$/, methods: { GET: () => ({ status: 200, body: { status: 'ok' } }) } },
    { path: /^\/items$/, methods: { GET: listItems(behavior), POST: createItem(behavior) } },
    {
      path: /^\/items\/([^/]*)$/,
      methods: {
        GET: withItem(behavior, (item) => {
          const headers = { etag: behavior.etag(item) };
          const reply = { status: 200, headers, body: behavior.show(item) };
          behavior.onRead(item);
          return reply;
        }),
        PATCH: withItem(behavior, (item, request) =>
          changeItem(behavior, item, { request, schema: 'ItemPatch' }),
        ),
        PUT: withItem(behavior, (item, request) =>
          changeItem(behavior, item, { request, schema: 'NewItem' }),
        ),
        DELETE: withItem(behavior, (item) => {
          behavior.remove(item);
          return { status: 204 };
        }),
      },
    },
    {
      path: /^\/items\/([^/]*)\/notes$/,
      methods: {
        GET: withItem(behavior, listNotes(behavior)),
        POST: withItem(behavior, createNote(behavior)),
      },
    },
    {
      path: /^\/items\/([^/]*)\/notes\/([^/]*)$/,
      methods: {
        GET: withItem(behavior, oneNote(behavior, 'read')),
        DELETE: withItem(behavior, oneNote(behavior, 'delete')),
      },
    },
    { path: /^\/jobs$/, methods: { POST: createJob(behavior) } },
    { path: /^\/jobs\/([^/]*)$/, methods: { GET: getJob(behavior) } },
  ];
}

function listItems(behavior: Behavior): Handler {
  return (_match, { query, headers }, owner) => {
    const read = readQuery(behavior.document, query, headers);
    if ('problem' in read) return badRequest(read.problem);
    const own = [...behavior.items.values()].filter((item) => behavior.sees(item, owner));
    const found = behavior.filter(own, read.status, read.tags);
    const total = behavior.total(found);
    const items = behavior.page(found, read.offset, read.limit).map(behavior.show);
    return { status: 200, headers: { 'x-total-count': String(total) }, body: { items, total } };
  };
}

const READ_ONLY = ['id', 'owner', 'createdAt'];

function createItem(behavior: Behavior): Handler {
  return (_match, request, owner) => {
    const body = behavior.readBody(request);
    if ('reply' in body) return body.reply;
    const given = withoutReadOnly(body.value);
    const problem = behavior.validate('NewItem', given);
    if (problem !== undefined) return badRequest(problem);
    const fixed = { id: behavior.newItemId(), owner, createdAt: new Date().toISOString() };
    const item = { ...behavior.store(behavior.withDefaults(given as Body)), ...fixed } as Item;
    behavior.items.set(item.id, item);
    return { status: 201, headers: { location: behavior.location(item) }, body: behavior.show(item) };
  };
}

// Removes the read-only properties from a request.
function withoutReadOnly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => name !== 'owner' && !READ_ONLY.slice(3).includes(name)),
  );
}

function withItem(
  behavior: Behavior,
  handle: (item: Item, request: ShopRequest, match: RegExpExecArray) => Reply,
): Handler {
  return (match, request, owner) => {
    const id = decode(match[1] ?? '');
    if (id === undefined || !/^it_[0-9a-f]{8}$/.test(id)) return badRequest('The id is no id.');
    const item = behavior.items.get(id);
    return item && behavior.sees(item, owner) ? handle(item, request, match) : NOT_FOUND;
  };
}

/** Decodes a segment of a path; undefined where it is broken. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function changeItem(
  behavior: Behavior,
  item: Item,
  { request, schema }: { request: ShopRequest; schema: 'ItemPatch' | 'NewItem' },
): Reply {
  const body = behavior.readBody(request);
  if ('reply' in body) return body.reply;
  const given = withoutReadOnly(body.value);
  const problem = behavior.validate(schema, given);
  if (problem !== undefined) return badRequest(problem);
  const changed =
    schema === 'ItemPatch' ? behavior.patch(item, given as Body) : behavior.replace(item, given as Body);
  // The result of a patch must be an item, too.
  behavior.items.set(item.id, changed);
  return { status: 200, body: behavior.show(changed) };
}

function listNotes(behavior: Behavior) {
  return (item: Item, { query }: ShopRequest): Reply => {
    const limit = query.get('limit') ?? '10';
    if (!/^[1-9]\d?$/.test(limit) || Number(limit) > 20) return badRequest('The limit is wrong.');
    const cursor = query.get('cursor');
    if (cursor !== null && !/^n\d{1,39}$/.test(cursor)) return badRequest('The cursor is wrong.');
    return {
      status: 200,
      body: behavior.notePage(
        behavior.notes.get(item.id) ?? [],
        Number(cursor?.slice(1) ?? 0),
        Number(limit),
      ),
    };
  };
}

function createNote(behavior: Behavior) {
  return (item: Item, request: ShopRequest): Reply => {
    const body = behavior.readBody(request);
    if ('reply' in body) return body.reply;
    const given = withoutId(body.value);
    const problem = behavior.validate('NewNote', given);
    if (problem !== undefined) return badRequest(problem);
    const notes = behavior.notes.get(item.id) ?? [];
    const note = {
      ...noteDefaults,
      ...(given as Omit<Note, 'id' | 'priority'>),
      id: behavior.newNoteId(notes),
    };
    behavior.notes.set(item.id, [...notes, behavior.storeNote(note)]);
    return { status: 201, body: note };
  };
}

const noteDefaults = { priority: 5 };

function withoutId(value: unknown): unknown {
  return value;
}

function oneNote(behavior: Behavior, action: 'delete' | 'read') {
  return (item: Item, _request: ShopRequest, match: RegExpExecArray): Reply => {
    const text = decode(match[2] ?? '') ?? '';
    if (!/^[1-9]\d*$/.test(text)) return badRequest('The id of the note is wrong.');
    const notes = behavior.notes.get(item.id) ?? [];
    const note = notes.find(({ id }) => id === Number(text));
    if (!note) return NOT_FOUND;
    if (action === 'read') return { status: 200, body: note };
    behavior.notes.set(
      item.id,
      notes.filter((one) => one !== note),
    );
    return { status: 204 };
  };
}

function createJob(behavior: Behavior): Handler {
  return (_match, request, owner) => {
    const body = behavior.readBody(request);
    if ('reply' in body) return body.reply;
    const problem = behavior.validate('NewJob', body.value);
    if (problem !== undefined) return badRequest(problem);
    const { task, callbackUrl } = body.value as { task: string; callbackUrl?: string };
    const job: Job = { jobId: `job_${behavior.jobs.size + 1}`, task, status: 'queued', owner, callbackUrl };
    behavior.jobs.set(job.jobId, job);
    const reply = { status: 202, body: { jobId: job.jobId, task, status: 'queued' } };
    setImmediate(() => behavior.finishJob(job));
    return reply;
  };
}

function getJob(behavior: Behavior): Handler {
  return ([, id = ''], _request, owner) => {
    const text = decode(id) ?? '';
    if (!/^job_\d+$/.test(text)) return badRequest('The id is no id.');
    const job = behavior.jobs.get(text);
    if (job?.owner !== owner) return NOT_FOUND;
    const { owner: _, callbackUrl: __, ...shown } = job;
    return { status: 200, body: shown };
  };
}
