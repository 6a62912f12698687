// Runs the stateful checks of Schemathesis on the mock of a document.
import { spawn } from 'node:child_process';
import type { JsonObject } from '@keyframe/openapi-model';
import { type ListMockArguments, serveDocument } from './serve-document.ts';

const CHECKS = 'use_after_free,ensure_resource_availability';
const EXAMPLES = 50;
const START_MS = 60_000;

/** The mock to check, and the program that checks it. */
export interface StatefulSearch {
  listArguments: ListMockArguments;
  /** The command of Schemathesis. */
  schemathesis: string;
  /** Seconds after which it is interrupted; what it has found until then counts. */
  seconds: number;
}

/** The errors of a mock, and whether Schemathesis found sequences of requests in the document. */
export interface StatefulErrors {
  errors: readonly string[];
  isApplicable: boolean;
}

/** Lists what a mock forgets: created resources that it does not show, and deleted ones that it does. */
export async function findStatefulErrors(
  document: JsonObject,
  { listArguments, schemathesis, seconds }: StatefulSearch,
): Promise<StatefulErrors> {
  await using served = await serveDocument(document, listArguments, AbortSignal.timeout(START_MS));
  const { file, server, folder, credentials } = served;
  const args = [
    ...['run', file, '--url', server, ...credentials.flatMap((line) => ['-H', line])],
    ...['--phases', 'stateful', '--checks', CHECKS, '--max-examples', String(EXAMPLES)],
    ...['--seed', '1', '--no-color', '--continue-on-failure'],
  ];
  const output = await run(schemathesis, args, { cwd: folder, seconds });
  if (!/=+ SUMMARY =+/.test(output)) throw new Error(`Schemathesis has no summary: ${output.slice(-1_000)}`);
  const errors = output.split(/^(?=- ST\d+ )/m).slice(1);
  return { errors, isApplicable: !/Stateful \(not applicable\)/.test(output) };
}

function run(
  command: string,
  args: readonly string[],
  { cwd, seconds }: { cwd: string; seconds: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    // `execFile` with a time limit closes the output before the summary.
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGINT'), seconds * 1_000);
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    }
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString());
    });
  });
}
