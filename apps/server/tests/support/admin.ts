import { type ExecFileException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const ADMIN = fileURLToPath(new URL('../../src/admin.ts', import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as an operator does, with these settings. */
export function runAdmin(
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Outcome> {
  const env = { ...process.env, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [ADMIN, ...args], { env }, (error: ExecFileException | null, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** Makes the commands of one database: `admin` runs one, `json` gives what it prints when it succeeds. */
export function useAdmin(databaseUrl: () => string) {
  const admin = (...args: string[]) => runAdmin({ DATABASE_URL: databaseUrl() }, args);
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await admin(...args, '--json');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };
  return { admin, json };
}
