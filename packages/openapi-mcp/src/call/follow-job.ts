// Waits for the end of work that a service has accepted.
import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import {
  type Conventions,
  readWork,
  type StartedWork,
  type Work,
  type WorkState,
} from '@keyframe/openapi-resources';
import type { Clock } from '@keyframe/openapi-runtime/internal';
import type { ToolAnswer } from './format-answer.ts';
import { sendOperation, type ToolRequest } from './send-operation.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;

/** Limits of a wait, and the receiver of its progress. */
export interface Waiting {
  clock: Clock;
  /** By the clock. */
  endsAtMs: number;
  signal: AbortSignal;
  conventions: Conventions;
  /** Receives the state of the work after each response. */
  onState: (state: string | undefined) => Promise<void>;
}

/** Creates a request about work from its arguments by location and name. */
export function createRequest(parameters: Readonly<Record<string, string>>): ToolRequest {
  const select = (location: string) => {
    const entries = Object.entries(parameters).filter(([key]) => key.startsWith(`${location}.`));
    return Object.fromEntries(entries.map(([key, value]) => [key.slice(location.length + 1), value]));
  };
  const body = select('body');
  const hasBody = Object.keys(body).length > 0;
  return { path: select('path'), query: select('query'), header: select('header'), ...(hasBody && { body }) };
}

/** Reads work once. */
export function readJob(
  client: DocumentClient,
  { work, parameters }: StartedWork,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  return sendOperation(client, work.reader, { request: createRequest(parameters), signal });
}

/** Reads the state of work in a response of its reader. */
export function readState(work: Work, { status, data }: ToolAnswer, conventions: Conventions): WorkState {
  return readWork(work, { response: { status, body: data } }, conventions);
}

/** Reads work until it has ended or the time is over, and returns the last response. */
export async function followJob(
  client: DocumentClient,
  started: StartedWork,
  { clock, endsAtMs, signal, conventions, onState }: Waiting,
): Promise<ToolAnswer> {
  const { work } = started;
  const { everyMs } = work.wait;
  for (let scheduledMs = FIRST_PAUSE_MS; ; scheduledMs = Math.min(scheduledMs * 1.5, LONGEST_PAUSE_MS)) {
    const result = await readJob(client, started, signal);
    const { phase, word } = readState(work, result, conventions);
    await onState(word);
    const retryAfterMs = Number(result.response.headers.get('retry-after') ?? 0) * 1000;
    const nextMs = Math.max(everyMs ?? scheduledMs, Number.isFinite(retryAfterMs) ? retryAfterMs : 0);
    if (phase !== 'waiting' || clock.now() + nextMs > endsAtMs) return result;
    await clock.sleep(nextMs, signal);
  }
}
