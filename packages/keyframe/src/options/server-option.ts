import type { RunningServer } from '@keyframe/contract-gate';
import { isJsonObject } from '@keyframe/openapi-model';
import { UsageError } from '../command/usage-error.ts';
import { readUrl } from './read-options.ts';

/** A server under test: its URL, also with the credentials for it, or a function that starts it. */
export type ServerUnderTest = string | RunningServer | (() => Promise<RunningServer>);

/** Reads the server under test. Throws UsageError. */
export function readServer(
  value: ServerUnderTest,
  label: string,
): RunningServer | (() => Promise<RunningServer>) {
  if (typeof value === 'function') return value;
  if (typeof value === 'string') return { url: readUrl(value, label).href };
  if (!isJsonObject(value) || typeof value.url !== 'string') {
    throw new UsageError(`${label} must be a URL, an object with "url", or a function that starts a server.`);
  }
  return { ...value, url: readUrl(value.url, label).href };
}
