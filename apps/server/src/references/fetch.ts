// A reference is fetched through SSRF protection and checked by its bytes alone: its name and content type are untrusted.
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type MediaJobOptions,
  type ProbedMedia,
  probeMedia,
  UnreadableMediaError,
} from '@keyframe/media-process';
import { type Egress, EgressError, type EgressReason, type SlowestTransfer } from '../egress/index.ts';
import { downloadLimits, invalidMaterial, type MaterialKind } from './fetch-limits.ts';

/** Settings that the references of a task share. */
export interface FetchOptions extends Pick<MediaJobOptions, 'ownerId' | 'mode' | 'onUsedCpu'> {
  egress: Egress;
  /** Folder of the files; the caller removes it. */
  directory: string;
  /** Whether other tasks wait: then a slow host is given up for now. */
  isCrowded?: (() => boolean) | undefined;
  onBytes?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Describes one reference. */
export interface ReferenceRequest<TKind extends MaterialKind> extends FetchOptions {
  url: string;
  kind: TKind;
  /** Index of the URL in its field, for the message of an error and the name of the file. */
  position: number;
}

/** Holds a fetched reference. */
export interface Material<TKind extends MaterialKind> {
  readonly path: string;
  readonly media: Extract<ProbedMedia, { kind: TKind }>;
}

/** 21 kB/s: a host that is silent or slower only occupies a fetch. */
const SLOWEST: SlowestTransfer = { bytes: 256_000, withinMs: 12_000 };
/** 256 kB/s. */
const SLOWEST_WHEN_CROWDED: SlowestTransfer = { bytes: 1_024_000, withinMs: 4_000, isPreempted: true };

function isKind<TKind extends MaterialKind>(
  media: ProbedMedia,
  kind: TKind,
): media is Extract<ProbedMedia, { kind: TKind }> {
  return media.kind === kind;
}

/** Leaves origin and path of each URL: the query of a presigned one, or of where it redirects to, is a key to the file. */
function hideQueries(message: string): string {
  return message.replace(/\bhttps?:\/\/[^\s"'<>)]+/gi, (text) => {
    const url = URL.parse(text);
    return url === null ? 'a URL' : `${url.origin}${url.pathname}`;
  });
}

/** Reasons that say nothing about the reference. */
const UNBLAMED: ReadonlySet<EgressReason> = new Set(['aborted', 'preempted', 'exhausted']);

async function download(request: ReferenceRequest<MaterialKind>, path: string): Promise<void> {
  const { egress, url, kind, isCrowded, onBytes, signal } = request;
  try {
    await egress.download({
      url,
      path,
      ...downloadLimits(kind),
      slowest: () => (isCrowded?.() ? SLOWEST_WHEN_CROWDED : SLOWEST),
      ...(onBytes && { onBytes }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof EgressError) || UNBLAMED.has(error.reason)) throw error;
    const message = hideQueries(error.message);
    const problem = error.reason === 'too_large' ? 'is too large' : `cannot be fetched (${message})`;
    // A message is in its error's stack as well: what is logged must not have the original in it.
    const { reason, status, cause } = error;
    throw invalidMaterial(request, problem, {
      cause: new EgressError(reason, message, { cause, ...(status !== undefined && { status }) }),
    });
  }
}

async function probe(request: ReferenceRequest<MaterialKind>, path: string): Promise<ProbedMedia> {
  const { ownerId, mode, onUsedCpu, signal } = request;
  try {
    return await probeMedia(path, { ownerId, mode, onUsedCpu, signal });
  } catch (error) {
    if (!(error instanceof UnreadableMediaError)) throw error;
    throw invalidMaterial(request, `cannot be used (${error.message})`, { cause: error });
  }
}

/**
 * Fetches one reference into a folder. Throws an `InvalidMaterialError` that names its field and index if it cannot be
 * fetched, is too large, or holds another kind of media (OPEN-8). An abort of the signal, and a preemption, are thrown as
 * an `EgressError` during the download; after it, an abort is thrown as the signal's reason.
 */
export async function fetchReference<TKind extends MaterialKind>(
  request: ReferenceRequest<TKind>,
): Promise<Material<TKind>> {
  const { kind, position, directory } = request;
  const path = join(directory, `${kind}-${position}`);
  await download(request, path);
  try {
    await chmod(path, 0o600);
    const media = await probe(request, path);
    if (!isKind(media, kind)) throw invalidMaterial(request, `is ${media.kind}, not ${kind}`);
    return { path, media };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
