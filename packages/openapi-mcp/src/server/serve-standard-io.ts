import type { McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** Serves tools to the process that started this one; ends when its input ends or the signal is aborted. */
export async function serveStandardIo(
  factory: McpServerFactory,
  { signal, log }: { signal: AbortSignal; log: (line: string) => void },
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const served = serveStdio(factory, { onerror: (error) => log(error.message) });
  if (!signal.aborted) await ended;
  await served.close();
}
