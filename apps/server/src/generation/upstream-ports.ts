/** Ports of the provider that has videos generated upstream. */
import type { ClassifyDownload, UpstreamStore } from '@keyframe/upstream-provider';
import type { Database } from '../db/database.ts';
import { type Egress, EgressError } from '../egress/index.ts';
import { repeat } from '../periodic/repeat.ts';
import type { Log } from '../telemetry/log.ts';
import { findEvents, noteUpstreamId, openUpstreamTask } from './upstream-tasks.queries.ts';

interface PortServices {
  readonly database: Database;
  readonly egress: Egress;
  readonly log: Log;
}

const TRANSIENT = new Set(['dns', 'connect', 'protocol', 'timeout']);

/** Creates the ports: tasks are stored in the database, and links of upstream go through SSRF protection. */
export function createUpstreamPorts({ database, egress, log }: PortServices) {
  const store: UpstreamStore = {
    open: (task) => openUpstreamTask(database, task),
    noteUpstreamId: (task) => noteUpstreamId(database, task),
    findEvents: (taskIds) => findEvents(database, taskIds),
  };
  return {
    store,
    log,
    classifyDownload,
    download: egress.download,
    repeat: (action: () => Promise<unknown>, { everyMs }: { readonly everyMs: number }) =>
      repeat(action, { everyMs, log }),
  };
}

/** Reports what an error of a download means; any other error than one of the way out is of this machine. */
export const classifyDownload: ClassifyDownload = (error) => {
  if (!(error instanceof EgressError) || error.reason === 'exhausted') return 'machine';
  const isTransient =
    error.reason === 'status'
      ? error.status === 429 || (error.status ?? 0) >= 500
      : TRANSIENT.has(error.reason);
  return isTransient ? 'transient' : 'upstream';
};
