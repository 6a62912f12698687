import { type Mock, startMock } from '@keyframe/mock';
import type { Config } from '../config.ts';
import type { Log } from '../telemetry/log.ts';

/**
 * Starts the mock next to the service; undefined if it fails. A failed mock is logged, at the start as later, and the
 * service continues without it.
 */
export async function tryMock(
  { mockPort, host }: Pick<Config, 'mockPort' | 'host'>,
  log: Log,
  start: typeof startMock = startMock,
): Promise<Mock | undefined> {
  try {
    const mock = await start({ port: mockPort, host, warn: (line) => log.warn(`mock: ${line}`) });
    mock.failed.then((err) => log.error({ err }, 'the mock has ended; the service continues without it'));
    return mock;
  } catch (err) {
    log.error({ err }, 'the mock did not start; the service continues without it');
    return undefined;
  }
}
