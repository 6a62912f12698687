// Strangers make these files, and the demuxer walks them as they say: a few bytes can keep it busy for minutes or fill
// the memory. So it works in a process of its own. A thread is not enough: V8 ends a thread whose heap is full only
// when it notices in time, and otherwise the whole process.
import { type ProbeProcess, startProbeProcess } from './probe-process.ts';
import type { TimedMedia } from './probe-report.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** Limits one probing. */
export interface ProbeOptions {
  /** Ends the probing at once: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How much CPU time the demuxer may take before the medium counts as unreadable; by default 5 seconds. */
  readonly cpuMs?: number;
}

// An MP3 of 52 minutes, far longer than any that is taken, needs 2 to 4 seconds on two shared cores.
const DEFAULT_CPU_MS = 5_000;
// Far longer than that much CPU time takes where a process gets a tenth of a core.
const TIMEOUT_MS = 60_000;
// One hostile file must not hold up the others; each process may take half a gigabyte.
const PROCESSES_AT_ONCE = 4;

let running = 0;
const waiting = new Set<() => void>();
/** The process that goes on to the next medium: its start takes ten times as long as reading one. */
let warm: ProbeProcess | undefined;

/**
 * Reads a video or an audio file in a process of its own, as soon as one of few places is free.
 * @throws {UnreadableMediaError} for any other file, and for one that takes too much CPU time or memory
 * @throws {Error} when the machine does not get to it
 */
export async function probeTimedMediaApart(
  path: string,
  { signal, cpuMs = DEFAULT_CPU_MS }: ProbeOptions,
): Promise<TimedMedia> {
  signal?.throwIfAborted();
  await takePlace(signal);
  const child = warm?.isDead === false ? warm : startProbeProcess();
  warm = undefined;
  try {
    const report = await child.probe(path, { signal, cpuMs, timeoutMs: TIMEOUT_MS });
    if ('media' in report) return report.media;
    throw new UnreadableMediaError(report.problem, { cause: report.cause });
  } finally {
    if (!child.isDead && !warm) warm = child;
    else await child.stop();
    givePlace();
  }
}

async function takePlace(signal: AbortSignal | undefined): Promise<void> {
  if (running < PROCESSES_AT_ONCE) {
    running += 1;
    return;
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = (): void => {
    waiting.delete(resolve);
    reject(signal?.reason);
  };
  waiting.add(resolve);
  signal?.addEventListener('abort', leave, { once: true });
  await promise.finally(() => signal?.removeEventListener('abort', leave));
}

/** Hands the place to whoever has waited longest. */
function givePlace(): void {
  const [next] = waiting;
  if (!next) {
    running -= 1;
    return;
  }
  waiting.delete(next);
  next();
}
