import { randomUUID } from 'node:crypto';

interface Job {
  kind: string;
  startedAtMs: number;
  seconds: number;
  isCancelled: boolean;
}

const SECONDS: Readonly<Record<string, number>> = { progress: 2.5, failure: 1, loss: 1 };

const FIXED: Readonly<Record<string, (query: URLSearchParams) => Response>> = {
  text: () => respond(200, 'This is a text.'),
  image: () => respond(200, 'png', 'image/png'),
  audio: () => respond(200, 'wav', 'audio/wav'),
  greeting: (query) => respond(200, `Hello, ${query.get('name')}!`),
};

function respond(status: number, body: string, type = 'text/plain'): Response {
  return new Response(body, { status, headers: { 'content-type': type } });
}

/** Creates the service of `conformance.yaml`: jobs that run for a time, fail, are lost or are cancelled. */
export function createConformanceService(): (
  input: string | Request,
  init?: RequestInit,
) => Promise<Response> {
  const jobs = new Map<string, Job>();

  function create(kind: string, query: URLSearchParams): Response {
    const id = randomUUID();
    const seconds = SECONDS[kind] ?? Number(query.get('seconds') ?? 1);
    jobs.set(id, { kind, seconds, startedAtMs: Date.now(), isCancelled: false });
    return show(id, 202);
  }

  function show(id: string, status = 200): Response {
    const job = jobs.get(id);
    if (job === undefined) return respond(404, `Job ${id} not found.`);
    const { kind, startedAtMs, seconds, isCancelled } = job;
    const isOver = Date.now() >= startedAtMs + seconds * 1000;
    if (isOver && kind === 'loss') return respond(410, 'The job was lost.');
    const end = kind === 'failure' ? 'failed' : 'done';
    const state = isCancelled ? 'cancelled' : isOver ? end : 'running';
    return Response.json({ id, status: state, created_at: Math.floor(startedAtMs / 1000) }, { status });
  }

  function cancel(id: string): Response {
    const job = jobs.get(id);
    if (job) job.isCancelled = true;
    return show(id);
  }

  return async (input, init) => {
    const { url, method } = new Request(input, init);
    const { pathname, searchParams } = new URL(url);
    const [, first = '', second = '', third] = pathname.split('/');
    if (first !== 'jobs') return FIXED[first]?.(searchParams) ?? respond(400, 'The operation failed.');
    if (method === 'GET') return show(second);
    return third === undefined ? create(second, searchParams) : cancel(second);
  };
}
