import { createClient } from '@keyframe/client';
import { defineCommand, JSON_OPTION, type Streams } from '../command/command.ts';
import type { LoadedCommand } from '../loaded-command.ts';
import { resolveTestCredentials } from '../service/credentials.ts';
import { type CallbackEvent, followCallbacks } from '../service/listen/follow-callbacks.ts';
import { type Forwarded, forwardCallback } from '../service/listen/forward-callback.ts';
import { readLocalSecret } from '../service/listen/local-secret.ts';
import { readHttpUrl } from '../service/read-url.ts';
import { SERVICE_ERRORS } from '../service/service-error.ts';

const listenCommand = defineCommand({
  name: 'listen',
  summary: 'forward callbacks of the sandbox to this machine',
  description:
    'Fetches the callbacks of test tasks as they end, signs them with a secret of this machine, and posts them to a URL until it is stopped. It needs no tunnel, and tasks need no callback_url. After an outage it continues where it was.',
  arguments: [],
  options: {
    'forward-to': {
      value: '<url>',
      description: 'post the callbacks to this URL, such as http://127.0.0.1:3000/hook',
      isRequired: true,
    },
    ...JSON_OPTION,
  },
  async run({ values: { 'forward-to': url, json } }, streams) {
    readHttpUrl('--forward-to', url);
    const credentials = await resolveTestCredentials(streams.env);
    const secret = await readLocalSecret(streams.env);
    const report = createReport(json, streams);
    report.start(url, secret);
    try {
      await forwardAll({ url, secret, client: createClient(credentials), report, streams });
    } catch (error) {
      if (!streams.signal.aborted) throw error;
    }
    return 0;
  },
});

/** Loads the command that forwards callbacks. */
export async function loadListen(): Promise<LoadedCommand> {
  return { command: listenCommand, ...SERVICE_ERRORS, exitsBySignal: true };
}

interface Listening {
  readonly url: string;
  readonly secret: string;
  readonly client: ReturnType<typeof createClient>;
  readonly report: ReturnType<typeof createReport>;
  readonly streams: Streams;
}

async function forwardAll({ url, secret, client, report, streams: { signal } }: Listening): Promise<void> {
  const events = followCallbacks(client, {
    signal,
    onConnection: ({ isConnected, error }) => report.connection(isConnected, error?.message),
  });
  const onRefused = () => report.connection(false, `Nothing listens at ${url}: waiting for it.`);
  for await (const event of events) {
    const result = await forwardCallback(event, { url, secret, signal, onRefused });
    report.forwarded(event, result);
  }
}

function createReport(isJson: boolean, { out, err }: Streams) {
  return {
    start(url: string, secret: string) {
      if (isJson) out(JSON.stringify({ event: 'listening', forwardTo: url, secret }));
      else err(`Callbacks of the sandbox are posted to ${url}\nThey are signed with ${secret}`);
    },
    forwarded({ id, status }: CallbackEvent, result: Forwarded) {
      if (isJson) out(JSON.stringify({ event: 'forwarded', taskId: id, status, ...result }));
      else out(`${id} ${status}: ${'httpStatus' in result ? result.httpStatus : result.problem}`);
    },
    connection(isConnected: boolean, problem = 'Connected again.') {
      if (isJson) err(JSON.stringify({ event: isConnected ? 'connected' : 'waiting', message: problem }));
      else err(problem);
    },
  };
}
