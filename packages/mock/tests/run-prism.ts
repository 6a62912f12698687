import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '@keyframe/test-kit';

export const COMMAND = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

/** Starts the command with Prism as its engine. */
export function runPrism(port: number): Child {
  return startChild({
    args: [COMMAND, '--engine', 'prism'],
    env: { HOST: '127.0.0.1', MOCK_PORT: String(port) },
  });
}

/** Waits until the command has printed its address. */
export async function waitForUrl(command: Child): Promise<string> {
  const [url] = await command.waitForOutput(/http:\S+/);
  return url;
}
