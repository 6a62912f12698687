import type { Clock } from '@keyframe/openapi-runtime/internal';

/** Bounds of a collection, and the clock that measures its time. */
export interface CollectionLimits {
  clock: Pick<Clock, 'setTimer'>;
  ms: number;
  /** Bytes of all items as JSON. */
  bytes: number;
}

/** Items of a stream as JSON. */
export interface Collection {
  items: string[];
  /** Whether the stream has ended. */
  isComplete: boolean;
}

/** Reads items until their stream ends, or a limit is reached; the caller closes the stream. Throws the error of a stream that fails. */
export async function collectItems(
  stream: AsyncIterable<unknown>,
  { clock, ms, bytes }: CollectionLimits,
): Promise<Collection> {
  const iterator = stream[Symbol.asyncIterator]();
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const cancel = clock.setTimer(ms, () => resolve(undefined));
  const items: string[] = [];
  let size = 0;
  try {
    for (;;) {
      const next = iterator.next();
      // It may fail after the timeout, when the stream is closed.
      next.catch(() => undefined);
      const result = await Promise.race([next, timeout]);
      if (result === undefined) return { items, isComplete: false };
      if (result.done) return { items, isComplete: true };
      const item = JSON.stringify(result.value) ?? 'null';
      size += Buffer.byteLength(item);
      if (size > bytes) return { items, isComplete: false };
      items.push(item);
    }
  } finally {
    cancel();
  }
}
