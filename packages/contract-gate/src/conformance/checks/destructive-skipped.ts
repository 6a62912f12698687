import { formatOperation, type Operation } from '@keyframe/openapi-model';
import type { Check } from '../session/check.ts';

/** Operations that the run did not call. */
export interface SkippedOperations {
  operations: readonly Operation[];
}

export const destructiveSkipped: Check<SkippedOperations> = {
  id: 'destructive-skipped',
  title: 'Operations that affect all of the server were not called',
  explanation:
    'By its path, id or tags, an operation stops, restarts, resets or locks the server, ends the session of the credentials, or deletes all resources of a collection. It is called only with `--destructive`, after all other operations. The convention `destructive` of the configuration changes the words.',
  basis: 'setup',
  run({ operations }) {
    const [first] = operations;
    if (!first) return [];
    const names = operations.map(formatOperation).join(', ');
    return [
      {
        pointer: first.pointer,
        message: `Not called without --destructive: ${names}.`,
        expected: 'a server that may be stopped or reset',
        received: 'no --destructive',
      },
    ];
  },
};
