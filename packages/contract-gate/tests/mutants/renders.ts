// A third server, with asynchronous work: renders have the next status at each read.
import type { JsonObject } from '@keyframe/openapi-model';
import { type Clock, SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import type { ConformanceOptions, ConformanceResult } from '../../src/index.ts';
import {
  type Answer,
  createDocument,
  type ReceivedRequest,
  type Served,
  serve,
  testServer,
} from '../serve.ts';
import type { Mutant } from './shop.ts';

const RENDER = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'string' },
    status: { enum: ['queued', 'rendering', 'done', 'failed', 'cancelled'] },
    url: { type: 'string' },
  },
};
const answered = (schema: JsonObject) => ({ description: 'OK', content: { 'application/json': { schema } } });
const NO_RENDER = { description: 'No such render' };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const DOCUMENT = createDocument({
  '/renders': {
    post: {
      responses: {
        202: { ...answered(RENDER), headers: { Location: { schema: { type: 'string' } } } },
      },
    },
  },
  '/renders/{id}': {
    parameters: [ID],
    get: { responses: { 200: answered(RENDER), 404: NO_RENDER, 410: NO_RENDER } },
  },
  '/renders/{id}/cancel': {
    parameters: [ID],
    post: { operationId: 'cancelRender', responses: { 200: answered(RENDER), 404: NO_RENDER } },
  },
  '/renders/{id}/content': {
    parameters: [ID],
    get: {
      responses: { 200: answered({ type: 'object' }), 404: NO_RENDER, 409: { description: 'Not yet' } },
    },
  },
});

// One fault of the server; `none` and `expires` conform.
type Fault =
  | 'any-id'
  | 'back'
  | 'expires'
  | 'leaves'
  | 'lost'
  | 'no-result'
  | 'none'
  | 'uncancelled'
  | 'unending'
  | 'unreadable';

const COURSE = ['queued', 'rendering', 'done'];

/** Answers of a server whose renders have the next status at each read. */
function createRenders(fault: Fault) {
  const reads = new Map<string, number>();
  const cancelled = new Set<string>();
  const show = (id: string) => {
    const count = reads.get(id) ?? 0;
    if (cancelled.has(id)) return { id, status: 'cancelled' };
    if (fault === 'unending') return { id, status: 'rendering' };
    const course = fault === 'back' ? ['rendering', 'queued', ...COURSE.slice(1)] : COURSE;
    const left = fault === 'leaves' && count >= course.length ? 'rendering' : undefined;
    return {
      id,
      status: left ?? course[Math.max(Math.min(count, course.length - 1), 0)],
      url: `https://a.example/${id}`,
    };
  };
  const create = (): Answer => {
    const id = `render_${reads.size + 100_000}`;
    reads.set(id, 0);
    return { status: 202, body: show(id), headers: { location: `/renders/${id}` } };
  };
  const read = (id: string): Answer => {
    const isGone = reads.get(id) !== 0 && ['expires', 'lost'].includes(fault);
    if (isGone || fault === 'unreadable') return { status: fault === 'expires' ? 410 : 404 };
    const body = show(id);
    reads.set(id, (reads.get(id) ?? 0) + 1);
    return { status: 200, body };
  };
  const cancel = (id: string): Answer => {
    if (fault === 'uncancelled') reads.set(id, -1000);
    else if (show(id).status !== 'done') cancelled.add(id);
    return { status: 200, body: show(id) };
  };
  const download = (id: string): Answer => {
    const isReady = (reads.get(id) ?? 0) >= COURSE.length && fault !== 'no-result';
    return isReady ? { status: 200, body: {} } : { status: 409 };
  };
  const answerUnknown = (id: string): Answer =>
    fault === 'any-id' ? { status: 200, body: { id, status: 'done', url: 'x' } } : { status: 404 };
  return ({ method, path }: ReceivedRequest): Answer => {
    const [, , id = '', part] = path.split('/');
    const allowed = listMethods(id, part);
    if (!allowed.includes(method)) return { status: 405, headers: { allow: allowed.join(', ') } };
    if (method === 'POST' && id === '') return create();
    if (!reads.has(id)) return answerUnknown(id);
    if (part === 'cancel') return cancel(id);
    if (part === 'content') return download(id);
    return read(id);
  };
}

const listMethods = (id: string, part: string | undefined) =>
  id === '' || part === 'cancel' ? ['POST'] : ['GET', 'HEAD'];

/** Creates a clock whose pauses pass at once. */
export function createClock(): Clock {
  let skippedMs = 0;
  return {
    ...SYSTEM_CLOCK,
    now: () => SYSTEM_CLOCK.now() + skippedMs,
    sleep: (milliseconds) => {
      skippedMs += milliseconds;
      return Promise.resolve();
    },
  };
}

/** Behavior of the server of renders. */
export interface RendersBehavior {
  fault: Fault;
}

const introduce =
  (fault: Fault): Mutant<RendersBehavior>['change'] =>
  (behavior) => {
    behavior.fault = fault;
  };

/** Mutants of asynchronous work. */
export const WORK_MUTANTS: readonly Mutant<RendersBehavior>[] = [
  { name: 'an unknown render is done', change: introduce('any-id') },
  { name: 'a render is queued after it has begun', change: introduce('back') },
  { name: 'a render that is done begins again', change: introduce('leaves') },
  { name: 'a render that is done has no content', change: introduce('no-result') },
  { name: 'a cancelled render goes on', change: introduce('uncancelled') },
  { name: 'a render never ends', change: introduce('unending') },
  { name: 'a new render is not found', change: introduce('unreadable') },
];

/** Starts the server of renders, or a mutant of it. */
export function startRenders(mutant?: Mutant<RendersBehavior>): Promise<Served> {
  const behavior: RendersBehavior = { fault: 'none' };
  mutant?.change(behavior);
  return serve(createRenders(behavior.fault));
}

/** Runs the gate against the server of renders, or a mutant of it. */
export async function testRenders(
  seed: number,
  mutant?: Mutant<RendersBehavior>,
  options?: Partial<ConformanceOptions>,
): Promise<ConformanceResult> {
  await using server = await startRenders(mutant);
  return await testServer(DOCUMENT, server.url, { seed, clock: createClock(), ...options });
}
