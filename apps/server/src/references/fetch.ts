// A reference is fetched through SSRF protection and judged by its bytes alone: its name and content type are untrusted.
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProbedMedia, probeMedia, UnreadableMediaError } from '@keyframe/media-process';
import { type Egress, EgressError } from '../egress/index.ts';
import { invalidMaterial, MATERIAL_LIMITS, type MaterialKind } from './fetch-limits.ts';

/** Describes one reference. */
export interface ReferenceRequest<TKind extends MaterialKind> {
  egress: Egress;
  url: string;
  kind: TKind;
  /** The place of the URL within its field, from 0, for the message of an error and the name of the file. */
  position: number;
  /** Where the file is written; removing it is the caller's. */
  directory: string;
  /** Whose task it is: owners share the processes that read media. */
  ownerId?: string | undefined;
  signal?: AbortSignal;
}

/** Holds a fetched reference. */
export interface Material<TKind extends MaterialKind> {
  readonly path: string;
  readonly media: Extract<ProbedMedia, { kind: TKind }>;
}

const BYTES_PER_MEGABYTE = 1_000_000;
const FETCH_TIMEOUT_MS = 120_000;
/** A host that is silent, or sends so little that only its place among the fetches counts, is not waited for: 21 kB/s. */
const SLOWEST = { bytes: 256_000, withinMs: 12_000 };

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

async function download(request: ReferenceRequest<MaterialKind>, path: string): Promise<void> {
  const { egress, url, kind, signal } = request;
  const maxBytes = MATERIAL_LIMITS[kind].maxMegabytes * BYTES_PER_MEGABYTE;
  try {
    await egress.download({
      url,
      path,
      maxBytes,
      timeoutMs: FETCH_TIMEOUT_MS,
      slowest: SLOWEST,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof EgressError) || error.reason === 'aborted') throw error;
    const message = hideQueries(error.message);
    const problem = error.reason === 'too_large' ? 'is too large' : `cannot be fetched (${message})`;
    // A message is in its error's stack as well: what is logged must not have the original in it.
    const { reason, status, cause } = error;
    throw invalidMaterial(
      request,
      problem,
      new EgressError(reason, message, { cause, ...(status !== undefined && { status }) }),
    );
  }
}

async function probe(request: ReferenceRequest<MaterialKind>, path: string): Promise<ProbedMedia> {
  const { ownerId, signal } = request;
  try {
    return await probeMedia(path, { ownerId, signal });
  } catch (error) {
    if (!(error instanceof UnreadableMediaError)) throw error;
    throw invalidMaterial(request, `cannot be used (${error.message})`, error);
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
    await chmod(path, 0o600);
    const media = await probe(request, path);
    if (!isKind(media, kind)) throw invalidMaterial(request, `is ${media.kind}, not ${kind}`);
    return { path, media };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
