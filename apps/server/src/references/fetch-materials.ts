import { type FetchOptions, fetchReference, type Material } from './fetch.ts';
import { checkPlaybackTimes, type MaterialKind } from './fetch-limits.ts';

/** Describes all references of a task. */
export interface MaterialsRequest extends FetchOptions {
  imageUrls: readonly string[];
  videoUrls: readonly string[];
  audioUrls: readonly string[];
}

/** Holds the fetched references of a task, in the order of their URLs. */
export interface FetchedMaterials {
  readonly images: readonly Material<'image'>[];
  readonly videos: readonly Material<'video'>[];
  readonly audios: readonly Material<'audio'>[];
}

const FETCHES_AT_ONCE = 4;

type Job = (signal: AbortSignal) => Promise<void>;

/** Runs a few jobs at once; the first failure aborts the rest, and is thrown when none of them writes any more. */
async function runJobs(jobs: readonly Job[], signal: AbortSignal | undefined): Promise<void> {
  const failure = new AbortController();
  const either = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
  const waiting = jobs.values();
  async function work(): Promise<void> {
    for (const job of waiting) {
      if (failure.signal.aborted) return;
      await job(either).catch((error: unknown) => failure.abort(error));
    }
  }
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work));
  failure.signal.throwIfAborted();
}

function fetchJobs<TKind extends MaterialKind>(
  kind: TKind,
  urls: readonly string[],
  options: FetchOptions,
): { jobs: Job[]; materials: Material<TKind>[] } {
  const materials: Material<TKind>[] = [];
  const jobs = urls.map(
    (url, position): Job =>
      async (signal) => {
        materials[position] = await fetchReference({ ...options, url, kind, position, signal });
      },
  );
  return { jobs, materials };
}

/**
 * Fetches all references of a task, four at once, and checks their playback times. Throws the first
 * `InvalidMaterialError`; an abort of the signal is thrown as an `EgressError` or as the signal's reason.
 */
export async function fetchMaterials(request: MaterialsRequest): Promise<FetchedMaterials> {
  const images = fetchJobs('image', request.imageUrls, request);
  const videos = fetchJobs('video', request.videoUrls, request);
  const audios = fetchJobs('audio', request.audioUrls, request);
  await runJobs([...images.jobs, ...videos.jobs, ...audios.jobs], request.signal);
  checkPlaybackTimes(
    videos.materials.map(({ media }) => media),
    audios.materials.map(({ media }) => media),
  );
  return { images: images.materials, videos: videos.materials, audios: audios.materials };
}
