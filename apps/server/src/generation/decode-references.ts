/** Decodes references before they are rendered: the renderer gets raw pixels and samples of a known size. */
import { join } from 'node:path';
import type { Materials } from '@keyframe/generation-provider';
import { GenerationInterruptedError } from '@keyframe/generation-provider';
import type { RawReference, ReferencePlan } from '@keyframe/local-renderer';
import { type DecodeJob, type JobMode, runMediaJob, UnreadableMediaError } from '@keyframe/media-process';
import { invalidMaterial, type MaterialKind } from '../references/fetch-limits.ts';

/** Folder of the decoded references, their owner and priority, and the signal that ends decoding early. */
interface DecodeOptions {
  readonly directory: string;
  readonly ownerId: string | undefined;
  readonly mode: JobMode;
  readonly signal: AbortSignal;
}

/** The references that a rendering shows, in their order. */
interface DecodedReferences {
  readonly imagePaths: readonly string[];
  readonly videos: readonly RawReference[];
  readonly sounds: readonly RawReference[];
}

interface Decoding {
  readonly kind: MaterialKind;
  /** Counts from 0 within the references of its kind. */
  readonly position: number;
  readonly job: DecodeJob;
}

/** For all references of a task together: as much as for the most expensive one alone. */
const MAX_CPU_MS_PER_TASK = 120_000;

/**
 * Decodes what the plan shows of the references, one after the other.
 * @throws {InvalidMaterialError} that names the reference that cannot be read or takes too much
 * @throws {GenerationInterruptedError} when this machine cannot decode
 */
export async function decodeReferences(
  materials: Materials,
  plan: ReferencePlan,
  options: DecodeOptions,
): Promise<DecodedReferences> {
  const decoded: Record<MaterialKind, RawReference[]> = { image: [], video: [], audio: [] };
  const budget = { leftCpuMs: MAX_CPU_MS_PER_TASK };
  for (const decoding of listDecodings(materials, plan, options.directory)) {
    const bytes = await decode(decoding, budget, options);
    const { path, output } = decoding.job;
    const isDecoded = bytes > 0;
    decoded[decoding.kind].push({ path: isDecoded ? output : path, isDecoded });
  }
  return {
    imagePaths: decoded.image.map(({ path }) => path),
    videos: decoded.video,
    sounds: decoded.audio,
  };
}

function listDecodings(
  { imagePaths, videoPaths, audioPaths }: Materials,
  { width, height, framesPerSecond, imageCount, videoFrames, sound }: ReferencePlan,
  directory: string,
): Decoding[] {
  const images = imagePaths.slice(0, imageCount).map((path, position): Decoding => {
    const output = join(directory, `image-${position}`);
    return { kind: 'image', position, job: { kind: 'image', path, output, width, height } };
  });
  const videos = videoPaths.slice(0, videoFrames.length).map((path, position): Decoding => {
    const output = join(directory, `video-${position}`);
    const maxFrames = videoFrames[position] ?? 0;
    const job = { kind: 'video', path, output, width, height, framesPerSecond, maxFrames } as const;
    return { kind: 'video', position, job };
  });
  if (sound === null) return [...images, ...videos];
  const sounds = audioPaths.map((path, position): Decoding => {
    const output = join(directory, `audio-${position}`);
    return { kind: 'audio', position, job: { kind: 'sound', path, output, ...sound } };
  });
  return [...images, ...videos, ...sounds];
}

async function decode(
  { kind, position, job }: Decoding,
  budget: { leftCpuMs: number },
  { signal, ownerId, mode }: DecodeOptions,
): Promise<number> {
  const { leftCpuMs } = budget;
  const onUsedCpu = (cpuMs: number) => {
    budget.leftCpuMs -= cpuMs;
  };
  try {
    const options = { ownerId, mode, signal, leftCpuMs, onUsedCpu };
    return (await runMediaJob(job, 'decoded', options)).outcome.bytes;
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof UnreadableMediaError) {
      const usedCpuMs = MAX_CPU_MS_PER_TASK - budget.leftCpuMs;
      const problem = `cannot be used (${cause.message})`;
      throw invalidMaterial({ kind, position }, problem, { cause, usedCpuMs });
    }
    throw new GenerationInterruptedError('The references could not be decoded.', { cause });
  }
}
