// Keeps a Prism running: one that dies is started again, unless that keeps happening.
import { MockError } from '../mock-error.ts';
import type { PrismProcess } from './prism-process.ts';

export interface Supervision {
  start(): Promise<PrismProcess>;
  /** Receives a line for each death, and one for the end. */
  warn(line: string): void;
  /** Milliseconds, as of a clock. */
  now(): number;
}

/** A Prism with its successors. */
export interface SupervisedPrism {
  /** The one that answers, as soon as there is one; throws a {@link MockError} once there will be none. */
  current(): Promise<PrismProcess>;
  /** Resolves when Prism has died too often, to the reason; never after `stop`. */
  failed: Promise<MockError>;
  stop(): Promise<void>;
}

const MAX_RESTARTS = 5;
const WINDOW_MS = 60_000;

/** Starts Prism and watches over it; throws a {@link MockError} when the first one does not start. */
export async function supervisePrism({ start, warn, now }: Supervision): Promise<SupervisedPrism> {
  let fail: (error: MockError) => void = () => undefined;
  const failed = new Promise<MockError>((resolve) => {
    fail = resolve;
  });
  let restarts: number[] = [];
  let stopping = false;
  let current = start();

  const giveUp = (error: MockError): never => {
    warn(error.message);
    fail(error);
    throw error;
  };
  const restart = async (how: string): Promise<PrismProcess> => {
    restarts = [...restarts.filter((at) => at > now() - WINDOW_MS), now()];
    if (restarts.length > MAX_RESTARTS) {
      return giveUp(
        new MockError('died', `Prism died ${restarts.length} times in ${WINDOW_MS / 1000} seconds (${how}).`),
      );
    }
    warn(`Prism died (${how}); restarting it.`);
    const next = await start().catch((cause) =>
      giveUp(new MockError('died', `Prism died (${how}) and did not start again.`, { cause })),
    );
    watch(next);
    return next;
  };
  const watch = (prism: PrismProcess): void => {
    prism.ended.then((how) => {
      if (stopping) return;
      current = restart(how);
      // Callers of `current` get the rejection.
      current.catch(() => undefined);
    });
  };

  watch(await current);
  return {
    current: () => current,
    failed,
    async stop() {
      stopping = true;
      await current.then((prism) => prism.stop()).catch(() => undefined);
    },
  };
}
