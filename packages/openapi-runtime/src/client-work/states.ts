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

/** Facts that decide the outcome of work that has `ended`, the first that has a value. */
export interface OutcomeFacts {
  /** Reads another state. */
  state?: StateReader;
  /** Pointers to members that only work that failed has. */
  errors?: readonly string[];
  /** The outcome without such a member. */
  otherwise?: WorkEnd;
}

/** Reads a state, and the outcome of work whose last state does not have it. */
export function withOutcome(
  read: StateReader,
  { state: readOther, errors = [], otherwise = 'ended' }: OutcomeFacts,
): StateReader {
  return (answer) => {
    const reading = read(answer);
    if (reading.end !== 'ended') return reading;
    const hasError = errors.some((pointer) => isPresent(resolvePointer(answer.data, pointer)));
    return { ...reading, end: readOther?.(answer).end ?? (hasError ? 'failed' : otherwise) };
  };
}

function isPresent(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
