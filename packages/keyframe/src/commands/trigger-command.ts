import type { Client, FinishedTask } from '@keyframe/client';
import { defineCommand, JSON_OPTION, type Streams, type Values } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import type { LoadedCommand } from '../loaded-command.ts';
import { LOAD_OPTIONS, readLoadOptions } from '../options/load-options.ts';
import { readHttpUrl } from '../service/read-url.ts';

const OPTIONS = {
  reason: { value: '<reason>', description: 'failed_reason of taskFailed (default: provider_failed)' },
  'callback-url': { value: '<url>', description: 'have the service post the callback to this URL, too' },
  'forward-to': {
    value: '<url>',
    description: 'with a document: have its mock post the callback to this URL, signed with the test secret',
  },
  ...JSON_OPTION,
  ...LOAD_OPTIONS,
} as const;

const triggerCommand = defineCommand({
  name: 'trigger',
  summary: 'have the service, or the mock of a document, send a callback',
  description:
    'Makes a task of the sandbox end so that its callback is sent: taskCompleted or taskFailed; keyframe listen forwards it. With a document, or the name of an API of keyframe.config.ts, the mock of the document sends any of its callbacks and webhooks by name.',
  arguments: ['<callback>', '[<document>]'],
  options: OPTIONS,
  async run({ values, positionals: [callback, document] }, streams) {
    if (document === undefined) return triggerTask(callback, values, streams);
    // The configuration of an API decides how its document is read.
    const { runForDocument } = await import('../config/run-for-document.ts');
    const run = (path: string, completed: OptionValues) =>
      triggerMock({ callback, document: path }, completed, streams);
    return runForDocument({ options: OPTIONS, values, document, run }, streams);
  },
});

/** Loads the command that triggers callbacks. */
export async function loadTrigger(): Promise<LoadedCommand> {
  const { findDocumentErrorStatus } = await import('../options/error-status.ts');
  const { SERVICE_ERRORS } = await import('../service/service-error.ts');
  return {
    command: triggerCommand,
    ...SERVICE_ERRORS,
    findErrorStatus: (error) => SERVICE_ERRORS.findErrorStatus(error) ?? findDocumentErrorStatus(error),
    exitsBySignal: true,
  };
}

type OptionValues = Values<typeof OPTIONS>;

const PROMPTS: Readonly<Record<string, (reason: string) => string>> = {
  taskCompleted: () => 'a test of a callback',
  taskFailed: (reason) => `a test of a callback #sandbox:fail=${reason}`,
};

async function triggerTask(callback: string, values: OptionValues, streams: Streams): Promise<number> {
  const write = Object.hasOwn(PROMPTS, callback) ? PROMPTS[callback] : undefined;
  if (write === undefined) {
    throw new UsageError(
      `<callback> must be ${Object.keys(PROMPTS).join(' or ')} (got "${callback}"). For those of another API, add its document.`,
    );
  }
  const { reason = 'provider_failed', json } = values;
  if (values.reason !== undefined && (callback !== 'taskFailed' || !/^[a-z][a-z0-9_]{0,63}$/.test(reason))) {
    throw new UsageError(
      `--reason is for taskFailed, and must be a failed_reason such as timed_out (got "${reason}").`,
    );
  }
  const client = await createTestClient(streams);
  const task = await endTask(client, write(reason), { callbackUrl: values['callback-url'], streams });
  if (json) streams.out(JSON.stringify(task));
  else streams.out(`${task.id} ${task.status}`);
  return 0;
}

async function createTestClient({ env }: Streams): Promise<Client> {
  const { createClient } = await import('@keyframe/client');
  const { resolveTestCredentials } = await import('../service/credentials.ts');
  return createClient(await resolveTestCredentials(env));
}

async function endTask(
  { videos, tasks }: Client,
  prompt: string,
  { callbackUrl, streams: { signal } }: { callbackUrl: string | undefined; streams: Streams },
): Promise<FinishedTask> {
  const input = { prompt, duration: 4, resolution: '480p' } as const;
  const url = callbackUrl === undefined ? {} : { callback_url: callbackUrl };
  const { taskId } = await videos.create({ model: 'video-2-0', input, ...url }, { signal });
  return tasks.wait(taskId, { signal });
}

async function triggerMock(
  { callback, document }: { callback: string; document: string },
  values: OptionValues,
  { out, err }: Streams,
): Promise<number> {
  const { 'forward-to': url, json, reason, 'callback-url': callbackUrl } = values;
  if (url === undefined) throw new UsageError('Missing option --forward-to <url>.');
  if (reason !== undefined || callbackUrl !== undefined) {
    throw new UsageError('--reason and --callback-url are for the service, not for a document.');
  }
  const { host } = readHttpUrl('--forward-to', url);
  const { readDocument } = await import('@keyframe/openapi-model');
  const { CallbackUnknownError, createMock, TEST_SECRET } = await import('@keyframe/openapi-mock');
  const { model, skipped } = await readDocument(document, readLoadOptions(values));
  for (const operation of skipped) err(`skipped: ${operation}`);
  const mock = createMock(model, { allowCallbacks: [host] });
  const { id, result } = await mock.trigger(callback, url).catch((error: unknown) => {
    if (!(error instanceof CallbackUnknownError)) throw error;
    throw new UsageError(error.message, { cause: error });
  });
  mock.close();
  if (json) out(JSON.stringify({ id, url, result, secret: TEST_SECRET }));
  else {
    out(`${callback} ${id}: ${result}`);
    err(`It is signed with ${TEST_SECRET}`);
  }
  return typeof result === 'number' && result < 300 ? 0 : 1;
}
