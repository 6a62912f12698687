// The content of a file decides what reading it costs: a few bytes can keep a demuxer or a decoder busy for minutes, or
// fill the memory. Therefore media are read in separate processes, few at once, shared by owners. A thread is not enough:
// V8 ends a thread whose heap is full only when it notices in time, and nothing ends native code.
import { availableParallelism } from 'node:os';
import { createFairSlots, type FairSlots, type JobMode, RecentCpu } from '@keyframe/fairness';
import type { MediaJob, MediaOutcome } from './media-messages.ts';
import { type MediaProcess, startMediaProcess } from './media-process.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** Owner, priority and limits of a job. */
export interface MediaJobOptions {
  /** Owners share the processes; jobs without an owner count as those of one owner. */
  readonly ownerId?: string | undefined;
  /** Live jobs run before test jobs; `live` by default. */
  readonly mode?: JobMode | undefined;
  /** Ends the job at once: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How much CPU time the job may take before the medium counts as unreadable; a default for each kind of job. */
  readonly cpuMs?: number | undefined;
  /** Lowers that to what is left of a budget for several jobs. */
  readonly leftCpuMs?: number | undefined;
  /** Receives the CPU time of the job at its end, also when it fails; estimated if the process was killed. */
  readonly onUsedCpu?: ((cpuMs: number) => void) | undefined;
}

/** Result of a job. */
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
// At its low priority, a process next to a rendering gets a twentieth of a core, and it has to start.
const toTimeoutMs = (cpuMs: number): number => 60_000 + 20 * cpuMs;

// An owner gets half of the slots, and test jobs all but one. Each process may take 768 MB, so there are no more than the
// cores can use. Videos take far longer than everything else and have slots of their own.
const ALL = Math.max(2, availableParallelism());
/** Above this wait, the machine is too busy: the caller can release what it holds and try again later. */
const MAX_WAIT_MS = 120_000;
const LIMITS = { all: ALL, perOwner: Math.ceil(ALL / 2), test: ALL - 1, maxWaitMs: MAX_WAIT_MS };
const RECENT_CPU = new RecentCpu();
const VIDEO_SLOTS = createFairSlots(LIMITS, RECENT_CPU);
const OTHER_SLOTS = createFairSlots(LIMITS, RECENT_CPU);

/** Above this size, the process holds memory that the last medium left behind. */
const MAX_WARM_BYTES = 256 * 1024 * 1024;
/** Process that is reused for the next medium: a start takes ten times as long as reading a small file. */
let warm: MediaProcess | undefined;

/**
 * Runs a job in a separate process, as soon as one of few slots is free: live jobs first, then those of the owner that
 * used the least CPU time recently.
 * @throws {UnreadableMediaError} for a file that cannot be read or takes too much CPU time or memory
 * @throws {TurnTimeoutError} if no slot was free for two minutes
 * @throws {Error} for other problems of this machine
 */
export async function runMediaJob<TKind extends 'probed' | 'decoded'>(
  job: MediaJob,
  wanted: TKind,
  options: MediaJobOptions = {},
): Promise<MediaResult<TKind>> {
  const { ownerId = '', mode = 'live', signal, leftCpuMs = Number.POSITIVE_INFINITY } = options;
  const cpuMs = Math.min(options.cpuMs ?? MAX_CPU_MS[job.kind], leftCpuMs);
  const slots: FairSlots = job.kind === 'video' ? VIDEO_SLOTS : OTHER_SLOTS;
  const release = await slots.take({ owner: ownerId, mode, signal });
  const child = warm?.isDead === false ? warm : startMediaProcess();
  warm = undefined;
  let isReusable = false;
  let usedCpuMs: number | undefined;
  const startedAt = performance.now();
  try {
    const report = await child.run(job, { signal, cpuMs, timeoutMs: toTimeoutMs(cpuMs) });
    isReusable = report.residentBytes < MAX_WARM_BYTES;
    usedCpuMs = report.usedCpuMs;
    return { outcome: expectOutcome(report.outcome, wanted), usedCpuMs };
  } finally {
    // A killed process reports nothing.
    const countedCpuMs = usedCpuMs ?? Math.min(performance.now() - startedAt, cpuMs);
    RECENT_CPU.add(ownerId, countedCpuMs);
    options.onUsedCpu?.(countedCpuMs);
    if (isReusable && !warm) warm = child;
    else await child.stop();
    release();
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
