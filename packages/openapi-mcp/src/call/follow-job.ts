// Waits for the end of work that a service has accepted.
import type { DocumentClient } from '@keyframe/openapi-client/document-client';
import type { JobReading, WorkStates } from '@keyframe/openapi-resources';
import type { Clock } from '@keyframe/openapi-runtime/client';
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
  states: WorkStates;
  /** Receives the state of the work after each response. */
  onState: (state: string | undefined) => Promise<void>;
}

/** Creates the request that reads accepted work. */
export function createReading({ reader, parameters }: JobReading): ToolRequest {
  const entries = (location: string) =>
    Object.fromEntries(
      reader.parameters
        .filter((parameter) => parameter.location === location && parameters[parameter.name] !== undefined)
        .map(({ name }) => [name, parameters[name]]),
    );
  return { path: entries('path'), query: entries('query'), header: entries('header') };
}

/** Reads work once. */
export function readJob(
  client: DocumentClient,
  reading: JobReading,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  return sendOperation(client, reading.reader, { request: createReading(reading), signal });
}

/** Reads work until it has ended or the time is over, and returns the last response. */
export async function followJob(
  client: DocumentClient,
  reading: JobReading,
  { clock, endsAtMs, signal, states, onState }: Waiting,
): Promise<ToolAnswer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const answer = await readJob(client, reading, signal);
    await onState(states.find(answer.data));
    const retryAfterMs = Number(answer.response.headers.get('retry-after') ?? 0) * 1000;
    const nextMs = Math.max(pauseMs, Number.isFinite(retryAfterMs) ? retryAfterMs : 0);
    if (!states.isPending(answer.data) || clock.now() + nextMs > endsAtMs) return answer;
    await clock.sleep(nextMs, signal);
  }
}
