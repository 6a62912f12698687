// Unfinished videos: what a run has to know to continue an earlier one without a second debit.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoGenerationRequest } from '@keyframe/client';
import type { Credentials } from '../credentials.ts';
import { locateStateFolder } from '../folders.ts';
import { createFile, hasCode, readIfPresent, replaceFile } from '../private-file.ts';
import { ServiceCommandError } from '../service-error.ts';
import type { LocalImage } from './local-images.ts';

/** The request of a video, and how far it is. */
export interface VideoRecord {
  readonly account: string;
  readonly idempotencyKey: string;
  /** When the key was created, in milliseconds. */
  readonly createdAt: number;
  readonly request: VideoGenerationRequest;
  readonly waits: boolean;
  /** Images that the service downloads from this command. */
  readonly images?: readonly LocalImage[] | undefined;
  /** Absolute path of the result. */
  readonly out?: string | undefined;
  /** Absent until the service has accepted the request. */
  readonly taskId?: string | undefined;
}

/** A record and its file. */
export interface StoredVideo {
  readonly path: string;
  readonly record: VideoRecord;
  readonly isResumed: boolean;
}

/** The time for which the service remembers an idempotency key. */
const KEY_LIFETIME_MS = 24 * 3_600_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Identifies the service and the key, without the key. */
export function identifyAccount({ apiKey, baseUrl }: Credentials): string {
  return hash([baseUrl, apiKey]);
}

/** Finds the record of an earlier run with the same arguments, or stores a new one before anything is sent. */
export async function openVideo(
  env: Environment,
  fresh: Omit<VideoRecord, 'createdAt' | 'idempotencyKey'>,
): Promise<StoredVideo> {
  const { account, request, waits, out } = fresh;
  const path = join(locateVideos(env), `${hash([account, request, waits, out])}.json`);
  const record = { ...fresh, idempotencyKey: randomUUID(), createdAt: Date.now() };
  if (await createFile(path, JSON.stringify(record))) return { path, record, isResumed: false };
  const stored = await readRecord(path);
  return stored === undefined ? openVideo(env, fresh) : checkAge({ path, record: stored, isResumed: true });
}

/** Finds the latest unfinished video of an account. */
export async function findLatestVideo(env: Environment, account: string): Promise<StoredVideo> {
  const folder = locateVideos(env);
  const names = await listNames(folder);
  const paths = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  const records = await Promise.all(paths.map(readRecord));
  const [latest] = records
    .map((record, index) => ({ path: paths[index] ?? '', record }))
    .filter((stored): stored is Omit<StoredVideo, 'isResumed'> => stored.record?.account === account)
    .sort((left, right) => right.record.createdAt - left.record.createdAt);
  if (latest === undefined) {
    throw new ServiceCommandError('nothing_to_resume', 'No video of this key is unfinished.');
  }
  return checkAge({ ...latest, isResumed: true });
}

/** Stores that the service has accepted the request. */
export async function recordAcceptance(stored: StoredVideo, taskId: string): Promise<StoredVideo> {
  const record = { ...stored.record, taskId };
  await replaceFile(stored.path, JSON.stringify(record));
  return { ...stored, record };
}

/** Deletes the record of a video that is finished, or that the service has refused. */
export async function deleteRecord({ path }: StoredVideo): Promise<void> {
  await rm(path, { force: true });
}

/** Reports whether another run can continue a video. */
export async function isUnfinished({ path }: StoredVideo): Promise<boolean> {
  return (await readIfPresent(path)) !== undefined;
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function locateVideos(env: Environment): string {
  return join(locateStateFolder(env), 'videos');
}

async function readRecord(path: string): Promise<VideoRecord | undefined> {
  const text = await readIfPresent(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${path} is damaged. Look for its task with keyframe tasks, then delete the file.`;
    throw new ServiceCommandError('record_damaged', message, { cause });
  }
}

// After the lifetime of its key, a repeated submission would be a second task.
function checkAge(stored: StoredVideo): StoredVideo {
  const { taskId, createdAt } = stored.record;
  if (taskId !== undefined || Date.now() - createdAt < KEY_LIFETIME_MS) return stored;
  throw new ServiceCommandError(
    'key_expired',
    `An earlier run was interrupted at ${new Date(createdAt).toISOString()}, and the service may have accepted its request. Look for it with keyframe tasks. To submit again, delete ${stored.path}`,
  );
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
