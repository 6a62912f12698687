import type { RunContext } from '../behavior/context.ts';
import type { Session } from '../session/session.ts';

/** One part of a run. */
export type Phase = (context: RunContext) => Promise<void>;

/** Runs tasks concurrently, one for each worker of the run. */
export async function runConcurrently<TTask>(
  session: Session,
  tasks: readonly TTask[],
  work: (task: TTask) => Promise<void>,
): Promise<void> {
  session.progress.plan(tasks.length);
  const waiting = tasks.values();
  const lane = async () => {
    for (let next = waiting.next(); !next.done && !session.isOver; next = waiting.next()) {
      await work(next.value);
      session.progress.advance();
    }
  };
  await Promise.all(Array.from({ length: session.options.workers }, lane));
}
