import type { ProcessStreams } from './command.ts';
import { runTool } from './run-tool.ts';
import type { Tool } from './tool.ts';

/** Runs a tool in this process, which is much faster than a process for each test, and returns what it printed. */
export async function runCaptured(
  tool: Tool,
  words: readonly string[],
  streams: Partial<ProcessStreams> = {},
): Promise<{ status: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const status = await runTool(tool, words, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    signal: new AbortController().signal,
    env: {},
    isTerminal: false,
    ...streams,
  });
  return { status, out: out.join('\n'), err: err.join('\n') };
}
