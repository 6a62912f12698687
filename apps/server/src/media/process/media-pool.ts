// Whoever is asked to make these files decides what reading them costs: a few bytes can keep a demuxer or a decoder busy
// for minutes, or fill the memory. So that happens in processes of their own, few at once, shared out among owners. A
// thread is not enough: V8 ends a thread whose heap is full only when it notices in time, and nothing ends native code.
import { availableParallelism } from 'node:os';
import { createFairSlots, type FairSlots } from './fair-slots.ts';
import type { MediaJob, MediaOutcome } from './media-messages.ts';
import { type MediaProcess, startMediaProcess } from './media-process.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** Whose job it is, and how it ends early. */
export interface MediaJobOptions {
  /** Owners share the processes; jobs without one share as if they had one owner. */
  readonly ownerId?: string | undefined;
  /** Ends the job at once: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How much CPU time the job may take before the medium counts as unreadable; a default for each kind of job. */
  readonly cpuMs?: number | undefined;
  /** Lowers that to what is left of a budget for several jobs. */
  readonly leftCpuMs?: number | undefined;
}

/** What a job gave, unless its medium is unreadable. */
export interface MediaResult<TKind extends string> {
  readonly outcome: Extract<MediaOutcome, { kind: TKind }>;
  readonly usedCpuMs: number;
}

/**
 * CPU time by kind. An MP3 of 52 minutes, far longer than any that is accepted, takes 2 to 4 seconds to probe on two
 * shared cores, an image of 100 million pixels up to 4; FFmpeg decodes 10 frames of 4K or 30 of 1080p a second.
 */
const MAX_CPU_MS: Readonly<Record<MediaJob['kind'], number>> = {
  probe: 10_000,
  image: 10_000,
  sound: 20_000,
  video: 120_000,
};
// A process may get a tenth of a core, and has to start.
const timeoutOf = (cpuMs: number): number => 60_000 + 10 * cpuMs;

// One owner's medium must not hold up another's: an owner gets half. Each process may take 768 MB, so that there are no
// more than are of use. Videos take far longer than everything else, which does not wait for them.
const ALL = Math.max(2, availableParallelism());
const LIMITS = { all: ALL, perOwner: Math.ceil(ALL / 2) };
const VIDEO_SLOTS = createFairSlots(LIMITS);
const OTHER_SLOTS = createFairSlots(LIMITS);

// What is above that is memory which the last medium has left behind.
const MAX_WARM_BYTES = 256 * 1024 * 1024;
/** The process that goes on to the next medium: its start takes ten times as long as reading a small one. */
let warm: MediaProcess | undefined;

/**
 * Does a job in a process of its own, as soon as one of few slots is free.
 * @throws {UnreadableMediaError} for a file that can't be read or takes too much CPU time or memory
 * @throws {Error} when the machine does not get to it
 */
export async function runMediaJob<TKind extends 'probed' | 'decoded'>(
  job: MediaJob,
  wanted: TKind,
  options: MediaJobOptions = {},
): Promise<MediaResult<TKind>> {
  const { ownerId = '', signal, leftCpuMs = Number.POSITIVE_INFINITY } = options;
  const cpuMs = Math.min(options.cpuMs ?? MAX_CPU_MS[job.kind], leftCpuMs);
  const slots: FairSlots = job.kind === 'video' ? VIDEO_SLOTS : OTHER_SLOTS;
  const giveBack = await slots.take(ownerId, signal);
  const child = warm?.isDead === false ? warm : startMediaProcess();
  warm = undefined;
  let isReusable = false;
  try {
    const report = await child.run(job, { signal, cpuMs, timeoutMs: timeoutOf(cpuMs) });
    isReusable = report.residentBytes < MAX_WARM_BYTES;
    return { outcome: expectOutcome(report.outcome, wanted), usedCpuMs: report.usedCpuMs };
  } finally {
    if (isReusable && !warm) warm = child;
    else await child.stop();
    giveBack();
  }
}

function expectOutcome<TKind extends MediaOutcome['kind']>(
  outcome: MediaOutcome,
  wanted: TKind,
): Extract<MediaOutcome, { kind: TKind }> {
  if (isOutcome(outcome, wanted)) return outcome;
  if (outcome.kind === 'unreadable') {
    throw new UnreadableMediaError(outcome.problem, { cause: outcome.cause });
  }
  const problem = outcome.kind === 'failed' ? outcome.problem : `it reported ${outcome.kind}`;
  throw new Error(`The media process could not do its job: ${problem}`);
}

function isOutcome<TKind extends MediaOutcome['kind']>(
  outcome: MediaOutcome,
  wanted: TKind,
): outcome is Extract<MediaOutcome, { kind: TKind }> {
  return outcome.kind === wanted;
}
