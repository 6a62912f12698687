import { Command } from 'commander';
import { listAuditEvents } from '../audit/audit.queries.ts';
import { DEFAULT_LIMIT, parseLimit } from './options.ts';
import { printRows, withDatabase } from './run.ts';

interface ListOptions {
  readonly owner?: string;
  readonly action?: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** `audit list`: what was done in the console and on the command line, the newest first. */
export function auditCommand(): Command {
  const group = new Command('audit').description('who did what, and when');
  group
    .command('list')
    .description('list what was done in the console and on the command line')
    .option('--owner <id>', 'only of this team')
    .option('--action <action>', 'only of this action, such as key.create')
    .option('--limit <count>', 'maximum number of events, newest first', parseLimit, DEFAULT_LIMIT)
    .option('--json', 'print JSON')
    .action(async ({ owner: ownerId, action, limit, json = false }: ListOptions) => {
      const events = await withDatabase((database) => listAuditEvents(database, { ownerId, action, limit }));
      const rows = events.map((event) => ({
        id: event.id,
        at: event.createdAt.toISOString(),
        actor: event.actorEmail ?? event.actorKind,
        action: event.action,
        owner: event.ownerId,
        target: event.target,
        detail: json ? event.detail : JSON.stringify(event.detail),
        ip: event.ip,
      }));
      printRows(rows, { json });
    });
  return group;
}
