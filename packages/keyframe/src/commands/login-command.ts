import { ApiError, createClient } from '@keyframe/client';
import { defineCommand, JSON_OPTION } from '../command/command.ts';
import type { LoadedCommand } from '../loaded-command.ts';
import {
  deleteCredentials,
  locateCredentials,
  readBaseUrl,
  storeCredentials,
} from '../service/credentials.ts';
import { type Input, readSecret } from '../service/read-secret.ts';
import { isLocalUrl, readHttpUrl } from '../service/read-url.ts';
import { SERVICE_ERRORS } from '../service/service-error.ts';

/** Loads the command that stores a key, which it reads from standard input. */
export async function loadLogin(input: Input = process.stdin): Promise<LoadedCommand> {
  const command = defineCommand({
    name: 'login',
    summary: 'store a key of the service',
    description:
      'Checks a key with the service and stores it in a file that only you can read. The key is typed at a prompt, or comes on standard input: keyframe login < key.txt. KEYFRAME_API_KEY takes precedence over the stored key.',
    arguments: [],
    options: {
      url: {
        value: '<url>',
        description: 'URL of the service (default: KEYFRAME_BASE_URL, or http://localhost:4000)',
      },
      ...JSON_OPTION,
    },
    async run({ values: { url, json } }, { out, err, env, isTerminal, signal }) {
      const baseUrl = url ?? readBaseUrl(env) ?? 'http://localhost:4000';
      if (url !== undefined) readHttpUrl('--url', url);
      if (/^http:/i.test(baseUrl) && !isLocalUrl(baseUrl)) {
        err(`${baseUrl} is not encrypted: others in the network can read the key. Use https.`);
      }
      const apiKey = await readSecret('API key', { input, isTerminal, signal });
      const account = await checkKey(createClient({ apiKey, baseUrl }), signal);
      await storeCredentials(env, { apiKey, baseUrl });
      if (json) out(JSON.stringify({ baseUrl, ...account }));
      else err(`The key is valid for ${baseUrl}. It is stored in ${locateCredentials(env)}`);
      if (env.KEYFRAME_API_KEY) err('KEYFRAME_API_KEY is set, and takes precedence over the stored key.');
      return 0;
    },
  });
  return { command, ...SERVICE_ERRORS, exitsBySignal: true };
}

async function checkKey({ credits }: ReturnType<typeof createClient>, signal: AbortSignal) {
  try {
    const { mode, available } = await credits.get({ signal });
    return { mode, available };
  } catch (error) {
    // A key without the scope to read is a key nevertheless.
    if (error instanceof ApiError && error.code === 'forbidden') return {};
    throw error;
  }
}

const logoutCommand = defineCommand({
  name: 'logout',
  summary: 'delete the stored key of the service',
  description: 'Deletes the key that keyframe login has stored. It stays valid: the console revokes keys.',
  arguments: [],
  options: JSON_OPTION,
  async run({ values: { json } }, { out, err, env }) {
    const deleted = await deleteCredentials(env);
    if (json) out(JSON.stringify({ deleted }));
    else err(deleted ? 'The stored key is deleted.' : 'No key is stored.');
    return 0;
  },
});

/** Loads the command that deletes the stored key. */
export async function loadLogout(): Promise<LoadedCommand> {
  return { command: logoutCommand, ...SERVICE_ERRORS };
}
