import { fork } from 'node:child_process';
import { type ProbeReport, probeReportSchema } from './probe-report.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** A process that probes one medium at a time. */
export interface ProbeProcess {
  /** Turns true when the process is gone or being ended. */
  readonly isDead: boolean;
  /**
   * Probes a file. The process is gone when this rejects: with `UnreadableMediaError` for a file that takes too much CPU
   * time or memory, with the signal's reason, or with another error for what is no fault of the file.
   */
  probe(path: string, limits: ProbeLimits): Promise<ProbeReport>;
  /** Kills the process and waits for its end. */
  stop(): Promise<void>;
}

/** Bounds one probing from when the process is up. */
export interface ProbeLimits {
  readonly signal: AbortSignal | undefined;
  /** CPU time, which a busy machine does not stretch: a file that takes more of it is to blame. */
  readonly cpuMs: number;
  /** Time on the clock, after which nobody waits any longer; no file is to blame. */
  readonly timeoutMs: number;
}

/** What a probing process is asked. */
export interface ProbeJob {
  readonly path: string;
  readonly cpuMs: number;
}

const SCRIPT = new URL('./probe-child.ts', import.meta.url);
const MAX_HEAP_MEGABYTES = 128;
/**
 * What a process that its file has ended dies of. The kernel's SIGKILL is not among them: where the memory of the
 * machine runs out, this process goes first, whoever took it.
 */
const PROBLEMS: Readonly<Record<string, string>> = {
  SIGABRT: 'it takes too much memory to read',
  SIGXCPU: 'it takes too long to read',
};

interface Job {
  readonly begin: () => void;
  readonly resolve: (message: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a process: with nothing of this one's environment, and without keeping this one alive. */
export function startProbeProcess(): ProbeProcess {
  const child = fork(SCRIPT, {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  const ended = Promise.withResolvers<void>();
  let isReady = false;
  let isDead = false;
  let job: Job | undefined;

  const end = (error: Error): void => {
    isDead = true;
    job?.reject(error);
    ended.resolve();
  };
  child.on('error', end);
  child.once('exit', (code, signal) => {
    const how = signal ?? `exit code ${code}`;
    // Before it is up, no file is to blame.
    const problem = isReady ? PROBLEMS[how] : undefined;
    end(
      problem === undefined
        ? new Error(`The probing process ended with ${how}`)
        : new UnreadableMediaError(problem, { cause: how }),
    );
  });
  child.on('message', (message) => {
    if (isReady) return job?.resolve(message);
    isReady = true;
    job?.begin();
  });

  const stop = async (): Promise<void> => {
    isDead = true;
    child.ref();
    child.kill('SIGKILL');
    await ended.promise;
  };
  return {
    get isDead() {
      return isDead;
    },
    async probe(path, { signal, cpuMs, timeoutMs }) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      let timeout: NodeJS.Timeout | undefined;
      const begin = (): void => {
        // That it can't be sent any more is told by the exit.
        child.send({ path, cpuMs } satisfies ProbeJob, () => {});
        timeout = setTimeout(() => reject(new Error('The machine is too busy to read a medium')), timeoutMs);
      };
      const abort = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      child.ref();
      job = { begin, resolve, reject };
      if (signal?.aborted) abort();
      else if (isReady) begin();
      try {
        return probeReportSchema.parse(await promise);
      } catch (error) {
        await stop();
        throw error;
      } finally {
        job = undefined;
        clearTimeout(timeout);
        signal?.removeEventListener('abort', abort);
        child.unref();
      }
    },
    stop,
  };
}
