// Several pieces of work that one request has started: all of them have to end.
import type { CallArguments, Client } from '../client/client.ts';
import type { Answer } from '../client/error-factory.ts';
import type { OperationTypes } from '../client/operation-types.ts';
import { resolvePointer } from '../json-pointer.ts';
import { type CancellableWork, resumeWork, type Work } from './work.ts';
import type { WorkDefinition } from './work-definition.ts';

/** Work that starts as a list of pieces. */
export interface WorksDefinition extends WorkDefinition {
  /** Pointer to the list; each item is the response of which a piece is located. */
  items: string;
}

/** Starts several pieces of work, whose result is the list of their results; generated functions call it. */
export async function startWorks<TWork extends Work<unknown>>(
  client: Client,
  definition: WorksDefinition,
  { request, options }: CallArguments,
): Promise<TWork> {
  const { start, locate, items } = definition;
  const { data, response } = (await client
    .send<OperationTypes>(start, { request, options })
    .withResponse()) as Answer;
  const ids: (string | undefined)[] = [];
  for (const item of [resolvePointer(data, items) ?? []].flat()) {
    ids.push(locate.write({ request, data: item, response }));
  }
  return resumeWorks<TWork>(client, definition, JSON.stringify(ids.filter((id) => id !== undefined)));
}

/** Continues several pieces of work by their id; generated functions call it. */
export function resumeWorks<TWork extends Work<unknown>>(
  client: Client,
  definition: WorksDefinition,
  id: string,
): TWork {
  const ids: string[] = JSON.parse(id);
  const pieces = ids.map((piece) => resumeWork<CancellableWork<unknown>>(client, definition, piece));
  const work: CancellableWork<unknown[]> = {
    id,
    async result(options) {
      const outcomes = await Promise.allSettled(pieces.map((piece) => piece.result(options)));
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failure) throw failure.reason;
      return outcomes.map((outcome) => 'value' in outcome && outcome.value);
    },
    async cancel(options) {
      await Promise.all(pieces.map((piece) => piece.cancel(options)));
    },
  };
  return work as Work<unknown> as TWork;
}
