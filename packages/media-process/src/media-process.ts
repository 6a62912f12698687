import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { type MediaJob, type MediaOrder, type MediaReport, mediaReportSchema } from './media-messages.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** A process that reads or decodes one medium at a time. */
export interface MediaProcess {
  /** Turns true when the process is gone or being ended. */
  readonly isDead: boolean;
  readonly pid: number | undefined;
  /**
   * Does a job. The process is gone when this rejects: with `UnreadableMediaError` for a file that takes too much CPU
   * time or memory, with the signal's reason, or with another error for what is no fault of the file.
   */
  run(job: MediaJob, limits: MediaLimits): Promise<MediaReport>;
  /** Kills the process and waits for its end. */
  stop(): Promise<void>;
}

/** Bounds one job from when the process is up. */
export interface MediaLimits {
  readonly signal: AbortSignal | undefined;
  /** CPU time, which a busy machine does not stretch: a file that takes more of it is to blame. */
  readonly cpuMs: number;
  /** Time on the clock, after which nobody waits any longer; no file is to blame. */
  readonly timeoutMs: number;
}

const SCRIPT = new URL('./media-child.ts', import.meta.url);
const MAX_HEAP_MEGABYTES = 128;
/**
 * Problems by the signal that ended the process. SIGKILL is not one of them: if the memory of the machine runs out, the
 * kernel kills this process first, whichever process used it.
 */
const PROBLEMS: Readonly<Record<string, string>> = {
  SIGABRT: 'it takes too much memory to read',
  SIGXCPU: 'it takes too long to read',
};

interface Running {
  readonly begin: () => void;
  readonly resolve: (message: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Forks the script: with nothing of this process's environment, and without keeping this one alive. */
function forkChild(): ChildProcess {
  const child = fork(SCRIPT, {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  lowerPriority(child.pid);
  child.unref();
  child.channel?.unref();
  return child;
}

/** Lets requests and renderings run first. Threads inherit the priority, so it is set before the process creates them. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already; its exit event reports why.
  }
}

/** Starts a process. */
export function startMediaProcess(): MediaProcess {
  const child = forkChild();
  const ended = Promise.withResolvers<void>();
  let isReady = false;
  let isDead = false;
  let running: Running | undefined;

  const end = (error: Error): void => {
    isDead = true;
    running?.reject(error);
    ended.resolve();
  };
  child.on('error', end);
  child.once('exit', (code, signal) => {
    const how = signal ?? `exit code ${code}`;
    // Before it is up, no file is to blame.
    const problem = isReady ? PROBLEMS[how] : undefined;
    end(
      problem === undefined
        ? new Error(`The media process ended with ${how}`)
        : new UnreadableMediaError(problem, { cause: how }),
    );
  });
  child.on('message', (message) => {
    if (isReady) return running?.resolve(message);
    isReady = true;
    running?.begin();
  });

  const stop = async (): Promise<void> => {
    isDead = true;
    child.ref();
    child.kill('SIGKILL');
    await ended.promise;
  };
  return {
    pid: child.pid,
    get isDead() {
      return isDead;
    },
    async run(job, { signal, cpuMs, timeoutMs }) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      let timeout: NodeJS.Timeout | undefined;
      const begin = (): void => {
        // If it cannot be sent any more, the exit event reports why.
        child.send({ job, cpuMs } satisfies MediaOrder, () => {});
        timeout = setTimeout(() => reject(new Error('The machine is too busy to read a medium')), timeoutMs);
      };
      const abort = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      child.ref();
      running = { begin, resolve, reject };
      if (signal?.aborted) abort();
      else if (isReady) begin();
      try {
        return mediaReportSchema.parse(await promise);
      } catch (error) {
        await stop();
        throw error;
      } finally {
        running = undefined;
        clearTimeout(timeout);
        signal?.removeEventListener('abort', abort);
        child.unref();
      }
    },
    stop,
  };
}
