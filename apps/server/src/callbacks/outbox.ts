/** The callback of a terminal task: its bytes and the job of its first attempt, in the caller's transaction. */
import type { Database } from '../db/database.ts';
import type { Queue } from '../db/queue.ts';
import type { Task } from '../db/tables.ts';
import { createId } from '../id.ts';
import type { ResultLinks } from '../media/result-links.ts';
import { taskEvent } from '../tasks/record.ts';
import { insertDelivery } from './outbox.queries.ts';

/** Records the delivery of a task that just ended; nothing when it has no callback_url (STA-2). */
export async function recordDelivery(
  { database, queue, links }: { database: Database; queue: Queue; links: ResultLinks },
  task: Task,
): Promise<void> {
  if (task.callbackUrl === null) return;
  const id = createId('msg');
  const body = JSON.stringify(taskEvent(task, links));
  await insertDelivery(database, { id, taskId: task.id, url: task.callbackUrl, body });
  await queue.enqueue(database, 'deliver-callback', [{ data: { deliveryId: id, attempt: 1 } }]);
}
