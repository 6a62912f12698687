import { fork } from 'node:child_process';
import { type ProbeReport, probeReportSchema } from './probe-report.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

/** A process that probes one medium at a time. */
export interface ProbeProcess {
  /** Turns true when the process is gone or being ended. */
  readonly isDead: boolean;
  /**
   * Probes a file. The process is gone when this rejects: with `UnreadableMediaError` for a file that takes too long or
   * too much memory, or with the signal's reason.
   */
  probe(path: string, limits: ProbeLimits): Promise<ProbeReport>;
  /** Kills the process and waits for its end. */
  stop(): Promise<void>;
}

/** Bounds one probing; the time counts from when the process is up. */
export interface ProbeLimits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

const SCRIPT = new URL('./probe-child.ts', import.meta.url);
const MAX_HEAP_MEGABYTES = 128;

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
    // A full heap is a SIGABRT, the kernel's own choice a SIGKILL. Before it is up, no file is to blame.
    const isOutOfMemory = isReady && (signal === 'SIGABRT' || signal === 'SIGKILL');
    end(
      isOutOfMemory
        ? new UnreadableMediaError('it takes too much memory to read', { cause: how })
        : new Error(`The probing process ended with ${how}`),
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
    async probe(path, { signal, timeoutMs }) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      let timeout: NodeJS.Timeout | undefined;
      const begin = (): void => {
        // That it can't be sent any more is told by the exit.
        child.send(path, () => {});
        timeout = setTimeout(() => reject(new UnreadableMediaError('it takes too long to read')), timeoutMs);
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
