// A reference is fetched through the guard and judged by its bytes alone: its name and content type are the word of
// a stranger.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Egress, EgressError } from '../egress/index.ts';
import { describeLimits, MATERIAL_LIMITS, type MaterialKind } from './fetch-limits.ts';
import { InvalidMaterialError } from './invalid-material-error.ts';
import { type ProbedMedia, probeMedia } from './probe.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** Describes one reference. */
export interface ReferenceRequest<TKind extends MaterialKind> {
  egress: Egress;
  url: string;
  kind: TKind;
  /** The place of the URL within its field, from 0, for the message of an error and the name of the file. */
  position: number;
  /** Where the file is written; removing it is the caller's. */
  directory: string;
  signal?: AbortSignal;
}

/** Holds a fetched reference. */
export interface Material<TKind extends MaterialKind> {
  readonly path: string;
  readonly media: Extract<ProbedMedia, { kind: TKind }>;
}

const BYTES_PER_MEGABYTE = 1_000_000;
const FETCH_TIMEOUT_MS = 120_000;
/** A host that sends nothing for so long is not waited for. */
const IDLE_TIMEOUT_MS = 12_000;

function isKind<TKind extends MaterialKind>(
  media: ProbedMedia,
  kind: TKind,
): media is Extract<ProbedMedia, { kind: TKind }> {
  return media.kind === kind;
}

function invalid(request: ReferenceRequest<MaterialKind>, problem: string, cause?: unknown) {
  const { kind, position } = request;
  const place = `${MATERIAL_LIMITS[kind].field}.${position}`;
  return new InvalidMaterialError(`${place} ${problem}; ${describeLimits(kind)}`, { cause });
}

async function download(request: ReferenceRequest<MaterialKind>, path: string): Promise<void> {
  const { egress, url, kind, signal } = request;
  const maxBytes = MATERIAL_LIMITS[kind].maxMegabytes * BYTES_PER_MEGABYTE;
  try {
    await egress.download({
      url,
      path,
      maxBytes,
      timeoutMs: FETCH_TIMEOUT_MS,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof EgressError) || error.reason === 'aborted') throw error;
    const problem = error.reason === 'too_large' ? 'is too large' : `can't be fetched (${error.message})`;
    throw invalid(request, problem, error);
  }
}

async function probe(request: ReferenceRequest<MaterialKind>, path: string): Promise<ProbedMedia> {
  const { signal } = request;
  try {
    return await probeMedia(path, signal && { signal });
  } catch (error) {
    if (!(error instanceof UnreadableMediaError)) throw error;
    throw invalid(request, `can't be used (${error.message})`, error);
  }
}

/**
 * Fetches one reference into a folder. Throws an `InvalidMaterialError` that names its place when it can't be had, is
 * too large, or holds another kind of media than its field takes (OPEN-8). An abort of the signal is thrown as an
 * `EgressError` while the file is on its way, and as the signal's reason after that.
 */
export async function fetchReference<TKind extends MaterialKind>(
  request: ReferenceRequest<TKind>,
): Promise<Material<TKind>> {
  const { kind, position, directory } = request;
  const path = join(directory, `${kind}-${position}`);
  await download(request, path);
  try {
    const media = await probe(request, path);
    if (!isKind(media, kind)) throw invalid(request, `is ${media.kind}, not ${kind}`);
    return { path, media };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
