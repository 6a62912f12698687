/** The callback of a terminal task: its bytes, stored once, in the caller's transaction. */
import type { Database } from '../db/database.ts';
import type { Task } from '../db/tables.ts';
import { createId } from '../id.ts';
import type { ResultLinks } from '../results/result-links.ts';
import { taskEvent } from '../tasks/record.ts';
import { currentTraceparent } from '../telemetry/tracing.ts';
import { insertDelivery } from './outbox.queries.ts';

/** Records the delivery of a task that just ended, due at once; nothing when it has no callback_url (STA-2). */
export async function recordDelivery(
  { database, links }: { database: Database; links: ResultLinks },
  task: Task,
): Promise<void> {
  const { id: taskId, ownerId, callbackUrl: url } = task;
  if (url === null) return;
  const body = JSON.stringify(taskEvent(task, links));
  await insertDelivery(database, {
    ...{ id: createId('msg'), taskId, ownerId, url, body },
    host: new URL(url).hostname,
    traceparent: currentTraceparent(),
  });
}
