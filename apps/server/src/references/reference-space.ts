/** Disk space that references of tasks of this process take until their tasks have ended. */
export interface ReferenceSpace {
  open(ownerId: string): SpaceUse;
}

/** References of one task. */
export interface SpaceUse extends Disposable {
  /** Aborts when the task has to give its space up for others. */
  readonly signal: AbortSignal;
  add(bytes: number): void;
  /** The references are complete: only its disposal frees their space now. */
  complete(): void;
}

interface Use {
  readonly ownerId: string;
  readonly controller: AbortController;
  bytes: number;
  isComplete: boolean;
}

/**
 * Creates the space. Nothing waits for it, and an owner that uses little of it loses nothing: beyond `maxBytes`, the owner
 * that uses most gives up its newest task whose references are still arriving.
 */
export function createReferenceSpace(maxBytes: number): ReferenceSpace {
  const uses = new Set<Use>();
  const sumBytes = (matches: (use: Use) => boolean) =>
    [...uses].filter(matches).reduce((sum, { bytes }) => sum + bytes, 0);

  const giveUpOne = (): void => {
    const arriving = [...uses].filter(
      ({ isComplete, controller }) => !isComplete && !controller.signal.aborted,
    );
    const [largest] = arriving
      .toReversed()
      .map((use) => ({ use, bytes: sumBytes(({ ownerId }) => ownerId === use.ownerId) }))
      .sort((left, right) => right.bytes - left.bytes);
    largest?.use.controller.abort(new Error('The space for references is used up.'));
  };

  return {
    open(ownerId) {
      const use: Use = { ownerId, controller: new AbortController(), bytes: 0, isComplete: false };
      uses.add(use);
      return {
        signal: use.controller.signal,
        add(bytes) {
          use.bytes += bytes;
          // Space of a task that is giving up is about to be free.
          if (sumBytes(({ controller }) => !controller.signal.aborted) > maxBytes) giveUpOne();
        },
        complete() {
          use.isComplete = true;
        },
        [Symbol.dispose]() {
          uses.delete(use);
        },
      };
    },
  };
}
