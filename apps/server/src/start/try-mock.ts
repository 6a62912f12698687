import { type Mock, startMock } from '@keyframe/mock';
import type { Log } from '../telemetry/log.ts';

export interface TryMockOptions {
  /** Whether the process is being stopped: Ctrl-C reaches the mock as well, and its end is then no error. */
  readonly isStopping?: () => boolean;
  readonly start?: typeof startMock;
}

/**
 * Starts the mock next to the service; undefined if it fails. The failure is logged, and the service continues
 * without it.
 */
export async function tryMock(
  { port, host }: { readonly port: number; readonly host: string },
  log: Log,
  { isStopping = () => false, start = startMock }: TryMockOptions = {},
): Promise<Mock | undefined> {
  try {
    return await start({ port, host });
  } catch (err) {
    if (!isStopping()) log.error({ err }, 'the mock did not start; the service continues without it');
    return undefined;
  }
}
