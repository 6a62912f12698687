// The key that `keyframe login` stores.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command/usage-error.ts';
import { locateConfigFolder } from './folders.ts';
import { readIfPresent, replaceFile } from './private-file.ts';
import { readHttpUrl } from './read-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A key and the service that it belongs to: it is sent to no other one. */
export interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** Returns the path of the file. */
export function locateCredentials(env: Environment): string {
  return join(locateConfigFolder(env), 'credentials.json');
}

/** Reads the stored key; undefined without one. */
async function readCredentials(env: Environment): Promise<Credentials | undefined> {
  const path = locateCredentials(env);
  const text = await readIfPresent(path);
  if (text === undefined) return undefined;
  const credentials = parseCredentials(text);
  // The text may hold the key, so that the message does not quote it.
  if (credentials === undefined) throw new UsageError(`${path} is damaged: run keyframe login again.`);
  return credentials;
}

function parseCredentials(text: string): Credentials | undefined {
  try {
    const { apiKey, baseUrl } = JSON.parse(text);
    return typeof apiKey === 'string' && typeof baseUrl === 'string' ? { apiKey, baseUrl } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a key in a file that only its owner can read. */
export async function storeCredentials(env: Environment, credentials: Credentials): Promise<void> {
  await replaceFile(locateCredentials(env), `${JSON.stringify(credentials)}\n`);
}

/** Deletes the stored key; returns whether there was one. */
export async function deleteCredentials(env: Environment): Promise<boolean> {
  const path = locateCredentials(env);
  const isPresent = (await readIfPresent(path)) !== undefined;
  await rm(path, { force: true });
  return isPresent;
}

/** Returns the URL of the service that the environment names; undefined without one. Throws UsageError for any other text. */
export function readBaseUrl({ KEYFRAME_BASE_URL: text }: Environment): string | undefined {
  if (text) readHttpUrl('KEYFRAME_BASE_URL', text);
  return text || undefined;
}

/**
 * Finds the key and the service of a command. Variables of the environment take precedence. Throws UsageError if there is
 * no key for the service, or if KEYFRAME_BASE_URL is not a URL.
 */
export async function resolveCredentials(env: Environment): Promise<Credentials> {
  const { KEYFRAME_API_KEY: apiKey } = env;
  const baseUrl = readBaseUrl(env);
  if (apiKey && baseUrl) return { apiKey, baseUrl };
  const stored = await readCredentials(env);
  if (apiKey) {
    if (stored === undefined) throw new UsageError('Set KEYFRAME_BASE_URL to the URL of the service.');
    return { apiKey, baseUrl: stored.baseUrl };
  }
  if (stored === undefined) {
    throw new UsageError('No API key: run keyframe login, or set KEYFRAME_API_KEY and KEYFRAME_BASE_URL.');
  }
  if (baseUrl && trimSlashes(baseUrl) !== trimSlashes(stored.baseUrl)) {
    throw new UsageError(
      `The stored key is for ${stored.baseUrl}: set KEYFRAME_API_KEY for KEYFRAME_BASE_URL (${baseUrl}).`,
    );
  }
  return stored;
}

/** Finds the key and the service of a command of the sandbox. Throws UsageError without a test key. */
export async function resolveTestCredentials(env: Environment): Promise<Credentials> {
  const credentials = await resolveCredentials(env);
  // A live key would pay for a real video.
  if (credentials.apiKey.startsWith('sk_test_')) return credentials;
  throw new UsageError('Only test keys (sk_test_…) have a sandbox: run keyframe login with one.');
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}
