import type { OperationDefinition } from '../client/operation-definition.ts';
import { resolvePointer } from '../json-pointer.ts';
import { isUnrelatedStatus, readListedEnd, type WorkState } from '../work/read-phase.ts';
import type { WorkDefinition } from './work-definition.ts';

/** Reads the state of work from a response of its reader. */
export function readState(
  { states, readEnd = readListedEnd }: Pick<WorkDefinition, 'readEnd' | 'states'>,
  { status, data }: { status: number; data: unknown },
): WorkState {
  // An expression without a pointer is `$statusCode`.
  return readEnd(states, (expression) =>
    expression.includes('/') ? resolvePointer(data, expression) : status,
  );
}

const FIRST_ERROR = 400;
const NOT_FOUND = 404;

/** Makes a reader of work whose state is the status: its client errors are readings, unless they say nothing about the work. */
export function readFailures(reader: OperationDefinition): OperationDefinition {
  return {
    ...reader,
    async read(response, reading) {
      const result = await reader.read(response, reading);
      const { status } = result;
      const isFailure = status >= FIRST_ERROR && status !== NOT_FOUND && !isUnrelatedStatus(status);
      return { ...result, ok: result.ok || isFailure };
    },
  };
}
