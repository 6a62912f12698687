import type { RequestListener } from 'node:http';
import { type TakeTurn, takeRequestTurns } from './request-turns.ts';
import { createStatusListener, type StatusListenerServices } from './status-listener.ts';
import { createSubmissionListener, type SubmissionListenerServices } from './submission-listener.ts';

export type DirectServices = StatusListenerServices & SubmissionListenerServices;

/**
 * Answers the most frequent requests without the app, from what this process holds of keys and tasks; without any of that,
 * the app answers all of them. What costs the process time takes turns.
 */
export async function answerDirectly(
  app: RequestListener,
  services: DirectServices | undefined,
  takeTurn: TakeTurn,
): Promise<RequestListener> {
  if (services === undefined) return takeRequestTurns(app, takeTurn);
  const submissions = await createSubmissionListener(services, app);
  // Status queries from memory are too quick to take turns.
  return createStatusListener(services, takeRequestTurns(submissions, takeTurn));
}
