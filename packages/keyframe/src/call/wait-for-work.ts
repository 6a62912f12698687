import {
  awaitOutcome,
  type Work,
  type WorkDefinition,
  type WorksDefinition,
} from '@keyframe/openapi-runtime/client';
import { UsageError } from '../command/usage-error.ts';
import type { OpenOperation } from './open-operation.ts';
import { printResult } from './print-result.ts';

/** The exit status of work that was cancelled. */
const CANCELLED = 4;

/** Defines the work that an operation starts. Throws UsageError if it starts none whose end is known. */
export function defineWork({ tool, client, document }: OpenOperation): WorkDefinition {
  const definition = tool.job && client.defineWork(tool.job);
  if (definition) return definition;
  throw new UsageError(
    `${tool.operation.id} starts no work whose end is known from ${document}. The extension x-async describes it, in an overlay as well.`,
  );
}

/** Reports whether work consists of several pieces. */
export function hasItems(definition: WorkDefinition): definition is WorksDefinition {
  return 'items' in definition;
}

/** Waits for the end of work and prints its result; returns the exit status. */
export async function waitForWork(work: Work<unknown>, opened: OpenOperation): Promise<number> {
  const { report, streams, tool } = opened;
  let last: string | undefined;
  const outcome = await awaitOutcome(work, {
    // The user ends the wait.
    timeout: Number.POSITIVE_INFINITY,
    signal: streams.signal,
    onProgress({ state }) {
      if (state !== last) report({ event: 'progress', state }, state);
      last = state;
    },
  });
  if (outcome.ok) {
    await printResult(outcome.result, opened);
    return 0;
  }
  const { end, state, data } = outcome;
  await printResult(data, opened);
  report({ event: end, state }, `${tool.name}: the work ended: ${state}.`);
  return end === 'cancelled' ? CANCELLED : 1;
}

/** Reports the id of work, and the command that waits for it. */
export function reportStart(id: string, { document, loadWords, server, tool, report }: OpenOperation): void {
  const options = server === undefined ? [] : ['--server', server];
  const call = ['keyframe', 'wait', document, tool.operation.id, id, ...options].map(quoteWord);
  const words = [...call, ...loadWords];
  report({ event: 'started', id }, `Started ${id}. To wait for it in another process: ${words.join(' ')}`);
}

function quoteWord(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
