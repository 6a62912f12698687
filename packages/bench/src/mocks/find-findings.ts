// Runs contract-gate on the mock of a document, each in a process of its own.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Finding } from '@keyframe/contract-gate';
import type { JsonObject } from '@keyframe/openapi-model';
import { KEYFRAME } from '../generators/generators.ts';
import { type ListMockArguments, serveDocument } from './serve-document.ts';

const FINDINGS_STATUS = 1;

/** Settings of a run. */
export interface FindingSearch {
  listArguments: ListMockArguments;
  /** Seconds that contract-gate may take; its default without them. */
  seconds?: number;
  /** Ends the run at once. */
  signal: AbortSignal;
}

/** Lists the findings of a mock by their causes. */
export async function findFindings(
  document: JsonObject,
  { listArguments, seconds, signal }: FindingSearch,
): Promise<Finding[]> {
  await using served = await serveDocument(document, listArguments, signal);
  const { file, server, folder, credentials } = served;
  const report = `${folder}/report.json`;
  const command = [
    ...['test', file, '--server', server, '--lenient', '--skip-unsupported', '--seed', '1'],
    ...(seconds === undefined ? [] : ['--timeout', `${seconds}s`]),
    ...(credentials.length > 0
      ? ['--auth', `command:printf '%s\\n' ${credentials.map(quote).join(' ')}`]
      : []),
    ...['--report', `json=${report}`],
  ];
  await runGate(command, signal);
  const { findings }: { findings: Finding[] } = JSON.parse(await readFile(report, 'utf8'));
  return findings;
}

function runGate(args: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [KEYFRAME, ...args],
      { maxBuffer: Number.POSITIVE_INFINITY, signal, killSignal: 'SIGKILL' },
      (error, _, stderr) => {
        if (!error || error.code === FINDINGS_STATUS) resolve();
        else if (signal.aborted) reject(signal.reason);
        else reject(new Error(`contract-gate failed: ${stderr.slice(-1_000)}`));
      },
    );
  });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
