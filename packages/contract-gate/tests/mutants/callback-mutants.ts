// Mutants whose callbacks are not what the document says.
import type { Behavior, Job, Message } from './behavior.ts';
import type { Mutant } from './shop.ts';

function sending(
  name: string,
  change: (message: Message, job: Job, attempt: number) => Message | undefined,
): Mutant {
  return {
    name,
    change(behavior) {
      const { message } = behavior;
      behavior.message = (job, attempt) => {
        const own = message(job, attempt);
        return own && change(own, job, attempt);
      };
    },
  };
}

function saying(name: string, change: (body: Record<string, unknown>) => object): Mutant {
  return sending(name, (message) => ({ ...message, body: JSON.stringify(change(JSON.parse(message.body))) }));
}

function remembering(behavior: Behavior): void {
  const { message } = behavior;
  let last: string | undefined;
  behavior.message = (job, attempt) => {
    last = job.callbackUrl ?? last;
    return message({ ...job, callbackUrl: last }, attempt);
  };
}

export const CALLBACK_MUTANTS: readonly Mutant[] = [
  sending('no callback is sent', () => undefined),
  sending('a callback comes as PUT', (message) => ({ ...message, method: 'PUT' })),
  sending('a callback comes as GET', (message) => ({ ...message, method: 'GET' })),
  sending('a callback goes to a path below', (message) => ({ ...message, url: `${message.url}/done` })),
  sending('a callback has a query more', (message) => ({ ...message, url: `${message.url}?source=shop` })),
  sending('a callback lacks its header', ({ headers: { 'x-job-id': _, ...headers }, ...message }) => ({
    ...message,
    headers,
  })),
  sending('a header of a callback breaks its pattern', (message) => ({
    ...message,
    headers: { ...message.headers, 'x-job-id': '7' },
  })),
  sending('a callback is not signed', ({ headers: { 'x-signature': _, ...headers }, ...message }) => ({
    ...message,
    headers,
  })),
  sending('a callback comes as text', (message) => ({
    ...message,
    headers: { ...message.headers, 'content-type': 'text/plain' },
  })),
  sending('a callback is not JSON', (message) => ({ ...message, body: message.body.slice(0, -1) })),
  saying('a callback lacks a member', ({ result: _, ...body }) => body),
  saying('a callback has another type', (body) => ({ ...body, result: String(body.result) })),
  saying('a callback has another status', (body) => ({ ...body, status: 'finished' })),
  saying('a callback has a member more', (body) => ({ ...body, task: 'count' })),
  saying('a callback names another job', (body) => ({ ...body, jobId: 'job_999999' })),
  saying('a callback has another result than the job', (body) => ({
    ...body,
    result: Number(body.result) + 1,
  })),
  { name: 'a callback comes twice', change: (behavior) => (behavior.deliveriesEach = 2) },
  { name: 'a callback goes on after 204', change: (behavior) => (behavior.isDelivered = () => false) },
  { name: 'a callback is not repeated', change: (behavior) => (behavior.retries = 0) },
  { name: 'a callback is repeated once only', change: (behavior) => (behavior.retries = 1) },
  { name: 'a callback is repeated five times', change: (behavior) => (behavior.retries = 5) },
  { name: 'a 500 counts as received', change: (behavior) => (behavior.isDelivered = (status) => status > 0) },
  {
    name: 'silence counts as received',
    change: (behavior) =>
      (behavior.isDelivered = (status) => status === 0 || (status >= 200 && status < 300)),
  },
  sending('a repeated callback is another', (message, _job, attempt) => ({
    ...message,
    body: attempt === 0 ? message.body : `${message.body} `,
  })),
  { name: 'a callback nobody asked for goes to the last address', change: remembering },
];
