import type { OperationDefinition } from '../client/operation-definition.ts';
import { resolvePointer } from '../json-pointer.ts';
import type { StateReader, WorkEnd } from './work-definition.ts';

/** Reads a state by its pointer. A state that is not listed waits. */
export function stateAt(
  pointer: string,
  ends: Readonly<Partial<Record<WorkEnd, readonly string[]>>>,
): StateReader {
  return ({ data }) => {
    const state = String(resolvePointer(data, pointer));
    const [end] = Object.entries(ends).find(([, states]) => states.includes(state)) ?? [];
    return { state, end: end as WorkEnd | undefined };
  };
}

const ACCEPTED = 202;
const FIRST_ERROR = 400;

/** Reads the status: 202 waits, 4xx has failed. */
export const stateByStatus: StateReader = ({ status }) => {
  const state = String(status);
  if (status === ACCEPTED) return { state, end: undefined };
  return { state, end: status < FIRST_ERROR ? 'succeeded' : 'failed' };
};

/** Client errors that say nothing about the work. */
const UNRELATED = /^(?:40[1348]|429)$|^[^4]/;

/** Makes a reader whose client errors are readings. */
export function readFailures(reader: OperationDefinition): OperationDefinition {
  return {
    ...reader,
    async read(response, reading) {
      const answer = await reader.read(response, reading);
      return { ...answer, ok: answer.ok || !UNRELATED.test(String(answer.status)) };
    },
  };
}

/** Facts that decide the outcome of work whose state does not, the first that has a value. */
export interface OutcomeFacts {
  /** Reads another state, which ends work even if the first one is unknown. */
  state?: StateReader;
  /** The first states that wait. */
  waiting?: readonly string[];
  /** Pointers to members that only work that failed has. */
  errors?: readonly string[];
  /** The outcome without such a member. */
  otherwise?: WorkEnd;
}

/** Reads a state, and the outcome of work whose last state does not have it. */
export function withOutcome(
  read: StateReader,
  { state: readOther, waiting = [], errors = [], otherwise = 'ended' }: OutcomeFacts,
): StateReader {
  return (answer) => {
    const { state, end } = read(answer);
    if ((end && end !== 'ended') || waiting.includes(state)) return { state, end };
    const outcome = readOther?.(answer).end;
    if (outcome || !end) return { state, end: outcome };
    const hasError = errors.some((pointer) => isPresent(resolvePointer(answer.data, pointer)));
    return { state, end: hasError ? 'failed' : otherwise };
  };
}

function isPresent(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
