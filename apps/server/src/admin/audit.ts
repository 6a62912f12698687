import { Command } from 'commander';
import { type AuditFilter, listAuditEvents } from '../audit/listing.queries.ts';
import type { AuditEvent } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
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
      const events = await withDatabase((database) => listNewestEvents(database, { ownerId, action, limit }));
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

/** Lists the newest events out of all pages, as each of them examines a limited number. */
async function listNewestEvents(database: Database, filter: AuditFilter): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  let before: number | undefined;
  do {
    const page = await listAuditEvents(database, { ...filter, before, limit: filter.limit - events.length });
    events.push(...page.events);
    before = page.next;
  } while (before !== undefined && events.length < filter.limit);
  return events;
}
