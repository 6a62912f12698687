import { createClient, type Task } from '@keyframe/client';
import { getDeliveries, listTasks, type TaskFilters } from '@keyframe/client/tasks';
import { defineCommand, JSON_OPTION, type Streams } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import type { LoadedCommand } from '../loaded-command.ts';
import { resolveCredentials } from '../service/credentials.ts';
import { SERVICE_ERRORS } from '../service/service-error.ts';

/** Tasks of a list without `--limit`. */
const DEFAULT_LIMIT = 20;

const tasksCommand = defineCommand({
  name: 'tasks',
  summary: 'list tasks of the service, or show one',
  description:
    'Lists the tasks of the team of the key, newest first. With the id of a task, shows it with the deliveries of its callback.',
  arguments: ['[<id>]'],
  options: {
    status: {
      value: '<status>',
      description: 'list only tasks that are queued, generating, completed or failed',
      choices: ['queued', 'generating', 'completed', 'failed'],
    },
    limit: { value: '<number>', description: `maximum number of tasks to list (default: ${DEFAULT_LIMIT})` },
    ...JSON_OPTION,
  },
  async run({ values, positionals: [id] }, streams) {
    const limit = readLimit(values.limit);
    if (id !== undefined && (values.status ?? values.limit) !== undefined) {
      throw new UsageError('--status and --limit are for a list of tasks, not for one: omit <id>.');
    }
    const client = createClient(await resolveCredentials(streams.env));
    if (id === undefined) {
      const filters = values.status === undefined ? {} : { status: values.status };
      await printList(client, filters, { ...values, limit, streams });
    } else {
      await printTask(client, id, { ...values, streams });
    }
    return 0;
  },
});

/** Loads the command that shows tasks. */
export async function loadTasks(): Promise<LoadedCommand> {
  return { command: tasksCommand, ...SERVICE_ERRORS, exitsBySignal: true };
}

interface Printing {
  readonly json: boolean;
  readonly streams: Streams;
}

type Client = ReturnType<typeof createClient>;

async function printList(
  client: Client,
  filters: TaskFilters,
  { limit, json, streams: { out, signal } }: Printing & { limit: number },
): Promise<void> {
  let count = 0;
  for await (const task of listTasks(client, { ...filters, limit: Math.min(limit, 100) }, { signal })) {
    out(json ? JSON.stringify(task) : formatTask(task));
    count += 1;
    if (count === limit) return;
  }
}

async function printTask(
  client: Client,
  id: string,
  { json, streams: { out, signal } }: Printing,
): Promise<void> {
  const task = await client.tasks.get(id, { signal });
  const { data: deliveries } = await getDeliveries(client, id, { signal });
  if (json) {
    out(JSON.stringify({ ...task, deliveries }));
    return;
  }
  out(formatTask(task));
  for (const result of task.data?.results ?? []) out(result);
  for (const { id: delivery, status, attempts } of deliveries) {
    out(`callback ${delivery}: ${status} after ${attempts.length} attempts`);
  }
}

function formatTask({ id, status, failed_reason, credits, model, created_at }: Task): string {
  const outcome = failed_reason === null ? status : `${status}: ${failed_reason}`;
  const created = new Date(created_at * 1000).toISOString();
  return `${id}  ${created}  ${model}  ${credits} credits  ${outcome}`;
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`--limit must be a whole number from 1 to 9999999 (got "${text}").`);
}
