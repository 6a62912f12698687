import type { ConformanceProgress } from '@keyframe/contract-gate';
import type { Streams } from '../command/command.ts';

/** Prints progress on one line of a terminal, and nothing elsewhere. */
export function createProgress({ isTerminal }: Streams): (progress: ConformanceProgress) => void {
  if (!isTerminal) return () => undefined;
  return ({ phase, requests, findings, elapsedMs }) => {
    process.stderr.write(
      `\r\u001b[K${phase}: ${requests} requests, ${findings} findings, ${(elapsedMs / 1000).toFixed(0)} s`,
    );
  };
}
