// Runs contract-gate on the mock of a document, each in a process of its own.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Finding } from '@keyframe/contract-gate';
import { type JsonObject, type OpenApiModel, readModel } from '@keyframe/openapi-model';
import { freePort, startChild } from '@keyframe/test-kit';
import { createScratchFolder } from '../generators/scratch-folder.ts';

const GATE = fileURLToPath(new URL('./cli.ts', import.meta.resolve('@keyframe/contract-gate')));
const KEY = 'key';
const POLL_MS = 50;
const FINDINGS_STATUS = 1;

/** Makes the arguments of Node that serve the mock of a document file. */
export type ListMockArguments = (mock: { file: string; port: string; key: string }) => readonly string[];

/** Settings of a run. */
export interface ErrorSearch {
  listArguments: ListMockArguments;
  /** Seconds that contract-gate may take. */
  seconds: number;
  /** Ends the run at once. */
  signal: AbortSignal;
}

/** Lists the errors of a mock by their causes. */
export async function findErrors(
  document: JsonObject,
  { listArguments, seconds, signal }: ErrorSearch,
): Promise<Finding[]> {
  await using scratch = await createScratchFolder();
  const file = `${scratch.folder}/openapi.json`;
  const report = `${scratch.folder}/report.json`;
  const port = String(await freePort());
  const server = `http://127.0.0.1:${port}`;
  await writeFile(file, JSON.stringify({ ...document, servers: [{ url: server }] }));
  const args = listArguments({ file, port, key: KEY });
  await using child = startChild({ args, logFile: `${scratch.folder}/log` });
  while (!(await fetch(server, { signal }).catch(() => undefined))) {
    signal.throwIfAborted();
    if (child.exit) throw new Error(`The mock ended: ${child.stderr}`);
    await delay(POLL_MS);
  }
  const lines = listCredentials(readModel(document, 'document', { lenient: true }));
  const command = [
    ...['test', file, '--server', server, '--lenient', '--seed', '1', '--max-time', `${seconds}s`],
    ...(lines.length > 0 ? ['--auth', `command:printf '%s\\n' ${lines.map(quote).join(' ')}`] : []),
    ...['--report', `json=${report}`],
  ];
  await runGate(command, signal);
  const { findings }: { findings: Finding[] } = JSON.parse(await readFile(report, 'utf8'));
  return findings.filter(({ severity }) => severity === 'error');
}

function runGate(args: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [GATE, ...args],
      { maxBuffer: Number.POSITIVE_INFINITY, signal, killSignal: 'SIGKILL' },
      (error, _, stderr) => {
        if (!error || error.code === FINDINGS_STATUS) resolve();
        else if (signal.aborted) reject(signal.reason);
        else reject(new Error(`contract-gate failed: ${stderr.slice(-1_000)}`));
      },
    );
  });
}

// Credentials that satisfy the schemes of a document, as lines of headers.
function listCredentials({ securitySchemes }: OpenApiModel): string[] {
  const lines = new Map<string, string>();
  for (const { type, value } of securitySchemes.values()) {
    const name = type === 'apiKey' ? String(value.name) : 'Authorization';
    const scheme = type === 'http' ? String(value.scheme) : 'Bearer';
    const text = type === 'apiKey' ? KEY : `${scheme} ${KEY}`;
    if (!lines.has(name.toLowerCase())) lines.set(name.toLowerCase(), `${name}: ${text}`);
  }
  return [...lines.values()];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
