// Faults that no single response shows: only earlier responses, or the price, reveal them. The gate
// cannot know prices and endings; the model of the service does.
import { type Members, matchesOperation } from './mutant.ts';
import type { Fault, ProxiedReply, ProxiedRequest } from './rewriting-proxy.ts';

/** A fault, made anew for each run since it may remember. */
export interface LifecycleMutant {
  name: string;
  start: () => Fault;
}

const SUBMIT = 'POST /v1/videos/generations';
const TASK = 'GET /v1/tasks/{id}';

function inReply(
  operation: string,
  status: number,
  change: (body: Members) => unknown,
): NonNullable<Fault['reply']> {
  return (reply: ProxiedReply, request: ProxiedRequest) => {
    if (reply.status === status && matchesOperation(operation, request))
      reply.text = JSON.stringify(change(JSON.parse(reply.text)));
  };
}

function inRecord(name: string, change: (record: Members) => unknown): LifecycleMutant {
  return { name, start: () => ({ reply: inReply(TASK, 200, change) }) };
}

function inSubmission(name: string, change: (request: ProxiedRequest) => void): LifecycleMutant {
  const request = (sent: ProxiedRequest) => {
    if (matchesOperation(SUBMIT, sent)) change(sent);
  };
  return { name, start: () => ({ request }) };
}

/** Gives a member of the input another default than the contract's. */
function defaulting(name: string, member: string, value: unknown): LifecycleMutant {
  return inSubmission(name, (request) => {
    const body = JSON.parse(request.body.toString());
    if (!body.input || member in body.input) return;
    request.body = Buffer.from(JSON.stringify({ ...body, input: { ...body.input, [member]: value } }));
  });
}

const isTerminal = ({ status }: Members) => status === 'completed' || status === 'failed';

function withData(record: Members, change: (data: Members) => Members): Members {
  return record.data ? { ...record, data: change(record.data as Members) } : record;
}

/** The faults. */
export const LIFECYCLE_MUTANTS: readonly LifecycleMutant[] = [
  {
    name: 'a submission says that more credits are reserved',
    start: () => ({
      reply: inReply(SUBMIT, 202, (body) => ({ ...body, credits: Number(body.credits) + 10 })),
    }),
  },
  {
    name: 'a refusal says that fewer credits are needed',
    start: () => ({
      reply: inReply(SUBMIT, 402, (body) => {
        const error = body.error as Members;
        return { error: { ...error, required: Number(error.required) - 1 } };
      }),
    }),
  },
  defaulting('an omitted duration is 10 seconds', 'duration', 10),
  defaulting('an omitted resolution is 480p', 'resolution', '480p'),
  inSubmission('a repeated submission is another task', ({ headers }) => headers.delete('idempotency-key')),
  {
    name: 'a status goes back',
    start() {
      const ended = new Set<unknown>();
      return {
        reply: inReply(TASK, 200, (record) => {
          const { data: _, ...rest } = record;
          if (ended.has(record.id))
            return { ...rest, status: 'generating', billing_status: 'reserved', failed_reason: null };
          if (isTerminal(record)) ended.add(record.id);
          return record;
        }),
      };
    },
  },
  inRecord('a failure passes for a completion', ({ failed_reason, ...record }) =>
    record.status === 'failed'
      ? { ...record, status: 'completed', billing_status: 'charged', failed_reason: null }
      : { ...record, failed_reason },
  ),
  inRecord('a refund is not reflected', (record) =>
    record.billing_status === 'refunded' ? { ...record, billing_status: 'refund_failed' } : record,
  ),
  inRecord('a refund that failed passes for one', (record) =>
    record.billing_status === 'refund_failed' ? { ...record, billing_status: 'refunded' } : record,
  ),
  inRecord('a failure has another reason', (record) =>
    record.status === 'failed' ? { ...record, failed_reason: 'content_rejected' } : record,
  ),
  inRecord('a record shows other credits than were reserved', (record) => ({
    ...record,
    credits: Number(record.credits) + 1,
  })),
  {
    name: 'a completed record changes',
    start() {
      let reads = 0;
      const reply = inReply(TASK, 200, (record) =>
        withData(record, (data) => ({ ...data, processing_time: ++reads })),
      );
      return { reply };
    },
  },
  inRecord('results are gone before they expire', (record) =>
    withData(record, (data) => ({ ...data, results: [] })),
  ),
  {
    name: 'results outlive their expiry',
    start() {
      const known = new Map<unknown, unknown>();
      const reply = inReply(TASK, 200, (record) =>
        withData(record, (data) => {
          const results = known.get(record.id) ?? data.results;
          known.set(record.id, results);
          return { ...data, results };
        }),
      );
      return { reply };
    },
  },
  {
    name: 'a task is shown to everybody',
    start() {
      const keys = new Map<unknown, string>();
      return {
        request(request) {
          const key = keys.get(request.path.split('/').at(-1));
          if (key !== undefined && matchesOperation(TASK, request)) request.headers.set('authorization', key);
        },
        reply(reply, request) {
          if (reply.status === 202 && matchesOperation(SUBMIT, request))
            keys.set(JSON.parse(reply.text).taskId, request.headers.get('authorization') ?? '');
        },
      };
    },
  },
];
