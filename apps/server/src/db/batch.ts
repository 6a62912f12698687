/**
 * The hot paths: statements that each connection plans once, and requests that arrive together share one round trip.
 * Nothing waits for company: a batch leaves at once while fewer than `concurrency` are under way, and what arrives
 * meanwhile makes the next ones, in which owners take turns.
 */

import { FairQueue } from '@keyframe/fairness';
import type { ClientBase, QueryResultRow } from 'pg';
import { isItemError } from './errors.ts';
import { TimedQuery } from './timed-query.ts';

/** A pool, or a connection of it that is in a transaction. */
export type Connection = Pick<ClientBase, 'query'>;

/** SQL with a name of its own. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a statement that each connection parses and plans once, and returns its rows. For the hot paths, where parsing
 * and planning cost more than the rest; the text of the statement must not vary.
 */
export async function runPrepared<TRow extends QueryResultRow>(
  connection: Connection,
  { name, text }: Statement,
  values: unknown[],
): Promise<TRow[]> {
  const query = new TimedQuery({ name, text, values });
  try {
    return await new Promise<TRow[]>((resolve, reject) => {
      connection.query<TRow>(query, (error: Error | null | undefined, result) => {
        if (error) reject(error);
        else resolve(result.rows);
      });
    });
  } catch (error) {
    // The stack of node-postgres is that of the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** How many items share a round trip, and what an error of theirs means. */
export interface BatchOptions<TItem> {
  /** Batches under way at once. */
  readonly concurrency: number;
  /** Items of a batch at most. */
  readonly size: number;
  /**
   * Reports whether one item may have caused an error and the whole batch was certainly rolled back. If so, its items
   * run again one by one, and a bad item fails alone.
   */
  readonly isItemError: (error: unknown) => boolean;
  /** Names who waits for an item: many items of one delay no others. Without it, all items have one owner. */
  readonly findOwner?: (item: TItem) => string;
}

/** How the lookups of a process share statements. */
export const LOOKUP_BATCHES = { concurrency: 2, size: 128, isItemError };

interface Waiting<TItem, TResult> {
  readonly item: TItem;
  readonly resolve: (result: TResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes a function of one item out of a function of many, which answers in the order of its items. */
export function batched<TItem, TResult>(
  run: (items: readonly TItem[]) => Promise<readonly TResult[]>,
  { concurrency, size, isItemError, findOwner = () => '' }: BatchOptions<TItem>,
): (item: TItem) => Promise<TResult> {
  const waiting = new FairQueue<Waiting<TItem, TResult>>();
  let underWay = 0;
  let scheduled = false;

  async function runWhole(items: readonly TItem[]): Promise<readonly TResult[]> {
    const results = await run(items);
    if (results.length === items.length) return results;
    throw new Error(`A batch of ${items.length} items was answered by ${results.length} rows.`);
  }

  async function settle(batch: readonly Waiting<TItem, TResult>[]): Promise<void> {
    try {
      const results = await runWhole(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as TResult);
      });
    } catch (error) {
      if (batch.length > 1 && isItemError(error)) {
        for (const one of batch) await settle([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  function takeBatch(): Waiting<TItem, TResult>[] {
    const batch: Waiting<TItem, TResult>[] = [];
    while (batch.length < size) {
      const next = waiting.take();
      if (next === undefined) break;
      batch.push(next);
    }
    return batch;
  }

  function leave(): void {
    scheduled = false;
    while (!waiting.isEmpty && underWay < concurrency) {
      underWay += 1;
      settle(takeBatch()).finally(() => {
        underWay -= 1;
        leave();
      });
    }
  }

  return (item) =>
    new Promise<TResult>((resolve, reject) => {
      waiting.add(findOwner(item), { item, resolve, reject });
      if (scheduled) return;
      scheduled = true;
      // After the requests that this turn of the event loop has read, which are a batch already.
      setImmediate(leave);
    });
}
