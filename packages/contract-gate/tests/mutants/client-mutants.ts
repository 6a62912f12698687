// Mutants that were written by what annoys those who call such a server, most of them from the document alone; several
// of the checks that catch them were written after them.
import type { Behavior, Item, Job } from './behavior.ts';
import type { Mutant } from './shop.ts';
import type { Reply, ShopRequest } from './shop-http.ts';

type Written = Exclude<Reply, 'hang'>;

const OWN_KEY = 'Bearer key-of-ada';
const ITEM = /^\/items\/(?<id>[^/]+)$/;
const NOTES = /^\/items\/(?<id>[^/]+)\/notes$/;

/** Puts something around what the server does. */
function around(
  name: string,
  handle: (request: ShopRequest, next: Behavior['handle'], behavior: Behavior) => Reply,
): Mutant {
  return {
    name,
    change(behavior) {
      const next = behavior.handle;
      behavior.handle = (request) => handle(request, next, behavior);
    },
  };
}

function storing(name: string, change: (body: Record<string, unknown>) => Record<string, unknown>): Mutant {
  return { name, change: (behavior) => (behavior.store = change) };
}

function getStatus(reply: Reply): number {
  return reply === 'hang' ? 0 : reply.status;
}

/** Carries out what is refused, by another request that is not, and refuses all the same. */
function doing(name: string, status: number, instead: (request: ShopRequest) => ShopRequest): Mutant {
  return around(name, (request, next) => {
    const reply = next(request);
    if (getStatus(reply) === status) next(instead(request));
    return reply;
  });
}

function withoutWrongMembers(request: ShopRequest): ShopRequest {
  try {
    const { name, status, price, isFeatured } = JSON.parse(request.bytes.toString());
    const kept = request.method === 'PATCH' ? { name, status, price, isFeatured } : {};
    return { ...request, bytes: Buffer.from(JSON.stringify(kept)) };
  } catch {
    return request;
  }
}

function asOwner(request: ShopRequest): ShopRequest {
  return { ...request, headers: { ...request.headers, authorization: OWN_KEY } };
}

function parseObject({ bytes }: ShopRequest): Record<string, unknown> {
  try {
    return Object(JSON.parse(bytes.toString()));
  } catch {
    return {};
  }
}

/** Sees what is another owner's in some requests. */
function seeing(name: string, isHit: (request: ShopRequest) => boolean): Mutant {
  return around(name, (request, next, behavior) => {
    const { sees } = behavior;
    if (isHit(request)) behavior.sees = () => true;
    const reply = next(request);
    behavior.sees = sees;
    return reply;
  });
}

function texts(change: (text: string) => string) {
  return (body: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
    );
}

const OK_NOTES: Written = { status: 200, body: { notes: [], next_cursor: null } };

export const CLIENT_MUTANTS: readonly Mutant[] = [
  doing('a refused patch is half carried out', 400, withoutWrongMembers),
  doing('a request that the key does not allow is carried out', 403, asOwner),
  doing('a request without a key is carried out', 401, asOwner),
  {
    name: 'a patch changes another item, too',
    change(behavior) {
      const { patch } = behavior;
      behavior.patch = (item, body) => {
        const other = [...behavior.items.values()].find(({ id }) => id !== item.id);
        if (other) behavior.items.set(other.id, patch(other, { isFeatured: true, status: 'retired' }));
        return patch(item, body);
      };
    },
  },
  around('a put makes the item that it does not find', (request, next, behavior) => {
    const reply = next(request);
    const id = ITEM.exec(request.path)?.groups?.id;
    if (request.method !== 'PUT' || getStatus(reply) !== 404 || id === undefined) return reply;
    const made = { ...parseObject(request), id, owner: 'ada', createdAt: new Date().toISOString() } as Item;
    behavior.items.set(id, behavior.withDefaults(made) as Item);
    return next(request);
  }),
  {
    ...around('a deletion finds what is not there', (request, next) => {
      const reply = next(request);
      const isGone = request.method === 'DELETE' && getStatus(reply) === 404;
      return isGone ? { status: 204 } : reply;
    }),
    missed: 'RFC 9110 requires the same effect of a repeated deletion, not the same status.',
  },
  around('the notes of no item are an empty list', (request, next) => {
    const reply = next(request);
    const isList = ['GET', 'HEAD'].includes(request.method) && NOTES.test(request.path);
    return isList && getStatus(reply) === 404 ? OK_NOTES : reply;
  }),
  around('a note is made for no item', (request, next) => {
    const reply = next(request);
    const isNew = request.method === 'POST' && NOTES.test(request.path) && getStatus(reply) === 404;
    return isNew ? { status: 201, body: { id: 1, priority: 5, ...parseObject(request) } } : reply;
  }),
  around('a note is found under every item', (request, next, behavior) => {
    const reply = next(request);
    const [, number] = /^\/items\/it_[0-9a-f]{8}\/notes\/(\d+)$/.exec(request.path) ?? [];
    if (number === undefined || !['GET', 'HEAD'].includes(request.method) || getStatus(reply) !== 404)
      return reply;
    const note = [...behavior.notes.values()].flat().find(({ id }) => id === Number(number));
    return note ? { status: 200, body: note } : reply;
  }),
  around('the notes of a deleted item stay', (request, next, behavior) => {
    const reply = next(request);
    const id = NOTES.exec(request.path)?.groups?.id ?? '';
    const notes = behavior.notes.get(id);
    const isKept = notes && ['GET', 'HEAD'].includes(request.method) && getStatus(reply) === 404;
    return isKept ? { status: 200, body: behavior.notePage(notes, 0, 10) } : reply;
  }),
  around('the jobs of others can be read', (request, next) =>
    request.path.startsWith('/jobs/') && request.headers.authorization === 'Bearer key-of-bob'
      ? next(asOwner(request))
      : next(request),
  ),
  seeing('others may replace', ({ method }) => method === 'PUT'),
  seeing('others may make notes', ({ method, path }) => method === 'POST' && NOTES.test(path)),
  seeing('others may delete notes', ({ method, path }) => method === 'DELETE' && path.includes('/notes/')),
  {
    name: 'a key that only reads may make jobs',
    change(behavior) {
      const { mayWrite } = behavior;
      behavior.mayWrite = (request) => request.path === '/jobs' || mayWrite(request);
    },
  },
  around('the health needs a key', (request, next, behavior) =>
    request.path === '/health' && behavior.owner(request) === undefined
      ? {
          status: 401,
          headers: { 'www-authenticate': 'Bearer' },
          body: { code: 'unauthorized', message: 'No.' },
        }
      : next(request),
  ),
  {
    name: 'only the first tag of a filter counts',
    change(behavior) {
      const { filter } = behavior;
      behavior.filter = (items, status, tags) => filter(items, status, tags.slice(0, 1));
    },
  },
  storing('a price of zero is stored as five', (body) => ({ ...body, price: body.price || 5 })),
  storing('an empty remark is stored as null', (body) =>
    body.remark === '' ? { ...body, remark: null } : body,
  ),
  storing('a rating is stored in single precision', (body) =>
    typeof body.rating === 'number' ? { ...body, rating: Math.fround(body.rating) } : body,
  ),
  storing(
    'texts are stored in another normal form',
    texts((text) => text.normalize('NFKC')),
  ),
  storing(
    'an emoji is stored as a question mark',
    texts((text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  ),
  storing('only the first two tags are stored', (body) =>
    Array.isArray(body.tags) ? { ...body, tags: body.tags.slice(0, 2) } : body,
  ),
  {
    name: 'ETag stays the same after a change',
    change: (behavior) => (behavior.etag = ({ id }) => `"${id}"`),
  },
  around('HEAD finds what is not there', (request, next) => {
    const reply = next(request);
    return request.method === 'HEAD' && getStatus(reply) === 404 ? { status: 200 } : reply;
  }),
  around('an unknown parameter is a 500', (request, next) =>
    [...request.query.keys()].some((name) => !['limit', 'offset', 'status', 'tag', 'cursor'].includes(name))
      ? { status: 500, body: { code: 'bad_request', message: 'Failed.' } }
      : next(request),
  ),
  {
    name: 'a response begins with a byte order mark',
    change(behavior) {
      behavior.finish = (reply) =>
        reply === 'hang' || reply.body === undefined
          ? reply
          : { ...reply, raw: Buffer.from(`\uFEFF${JSON.stringify(reply.body)}`) };
    },
  },
  {
    name: 'a callback loses the query of its URL',
    change(behavior) {
      const { message } = behavior;
      behavior.message = (job, attempt) => {
        const own = message(job, attempt);
        return own && { ...own, url: own.url.split('?')[0] ?? own.url };
      };
    },
  },
  {
    name: 'the header of a callback names another job',
    change(behavior) {
      const { message } = behavior;
      behavior.message = (job, attempt) => {
        const own = message(job, attempt);
        return own && { ...own, headers: { ...own.headers, 'x-job-id': 'job_999999' } };
      };
    },
  },
  {
    name: 'some jobs send no callback',
    change(behavior) {
      const { message } = behavior;
      behavior.message = (job, attempt) => (job.task === 'check' ? undefined : message(job, attempt));
    },
  },
  {
    name: 'a job goes back',
    change(behavior) {
      const { finish } = behavior;
      const done = new Set<unknown>();
      behavior.finish = (reply, request) => {
        const known = finish(reply, request);
        const { jobId, status, task } = Object(known === 'hang' ? undefined : known.body);
        if (jobId === undefined || known === 'hang') return known;
        if (done.has(jobId)) return { ...known, body: { jobId, task, status: 'queued' } };
        if (status === 'done') done.add(jobId);
        return known;
      };
    },
  },
  {
    name: 'a job is queued again after its callback',
    change(behavior) {
      const { finish, message } = behavior;
      const announced = new Map<unknown, Job>();
      const reads = new Map<unknown, number>();
      behavior.message = (job, attempt) => {
        announced.set(job.jobId, job);
        return message(job, attempt);
      };
      // After the second read that shows its end: the first one may be before the arrival of the callback.
      behavior.finish = (reply, request) => {
        const finished = finish(reply, request);
        if (finished === 'hang') return finished;
        const body = { ...Object(finished.body) };
        const job = body.status === 'done' ? announced.get(body.jobId) : undefined;
        const count = (reads.get(body.jobId) ?? 0) + 1;
        if (job) reads.set(body.jobId, count);
        if (!job || count < 2) return finished;
        job.status = 'queued';
        delete job.result;
        return { ...finished, body };
      };
    },
  },
];
