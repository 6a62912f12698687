// Runs Dredd's own command over the bundled document, and reads what it says that it did.
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { startChild } from '@keyframe/test-kit';

/** The parts of a transaction of Dredd that the hooks touch. */
export interface Transaction {
  request: { method: string; headers: Record<string, string>; body: string };
  expected: { statusCode: string; headers: Record<string, string> };
  fullPath: string;
  skip: boolean;
}

/** Changes of a request that produce the response of its transaction. */
export interface Adjustment {
  headers?: Record<string, string>;
  body?: string;
  path?: string;
}

/** How to get the answers out of what is tested; transactions are named as `POST /v1/videos/generations 202`. */
export interface DreddSubject {
  adjustments: Readonly<Record<string, Adjustment>>;
  /** Transactions that cannot be performed, with the reason. */
  unperformed: Readonly<Record<string, string>>;
}

/** The input of the hooks. */
export interface DreddInstructions extends DreddSubject {
  /** By the name of the transaction. */
  optionalHeaders: Readonly<Record<string, readonly string[]>>;
}

/** The report of Dredd. */
export interface DreddReport {
  exitCode: number | null;
  passing: number;
  failing: number;
  errors: number;
  skipped: number;
  total: number;
  output: string;
}

const OPTIONAL_HEADERS = optionalHeaders();
const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const DREDD = fileURLToPath(import.meta.resolve('dredd/bin/dredd'));
/** The hooks, which read `dreddEnvironment`. */
const HOOKS = fileURLToPath(new URL('dredd-hooks.cts', import.meta.url));
const SUMMARY = /complete: (\d+) passing, (\d+) failing, (\d+) errors, (\d+) skipped, (\d+) total/;

type Reference = { $ref: string };

interface DocumentedHeader {
  required?: boolean;
}

interface DocumentedResponse {
  description: string;
  headers?: Record<string, DocumentedHeader | Reference>;
}

/** The optional headers of each response, by the name of its transaction. */
function optionalHeaders(): Record<string, string[]> {
  const { headers, responses } = contract.components;
  const resolve = <TValue extends object>(values: Record<string, TValue>, value: Reference | TValue) =>
    '$ref' in value ? values[value.$ref.split('/').at(-1) ?? ''] : value;
  const optional: Record<string, string[]> = {};
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      for (const [status, response] of Object.entries<Reference>(operation.responses)) {
        const documented = resolve<DocumentedResponse>(responses, response)?.headers ?? {};
        optional[`${method.toUpperCase()} ${path} ${status}`] = Object.entries(documented)
          .filter(([, header]) => !resolve<DocumentedHeader>(headers, header)?.required)
          .map(([name]) => name);
      }
    }
  }
  return optional;
}

/** Makes the environment of the hooks. */
export function dreddEnvironment(subject: DreddSubject): Record<string, string> {
  return { DREDD_SUBJECT: JSON.stringify({ ...subject, optionalHeaders: OPTIONAL_HEADERS }) };
}

/** Performs the transactions of the contract against an address. */
export async function runDredd(url: string, subject: DreddSubject): Promise<DreddReport> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-dredd-'));
  await using dredd = startChild({
    // Into a file: Dredd exits before a pipe has taken all that it says of many failures.
    logFile: join(folder.path, 'dredd.log'),
    // No reporter beyond the console: the one named apiary would send the outcome to its makers.
    args: [
      DREDD,
      DOCUMENT,
      url,
      '--hookfiles',
      HOOKS,
      '--no-color',
      '--loglevel',
      'error',
      '--config',
      'none',
    ],
    // Away from any dredd.yml.
    cwd: tmpdir(),
    env: dreddEnvironment(subject),
  });
  const { code } = await dredd.waitForExit();
  const output = dredd.stdout + dredd.stderr;
  const counts = SUMMARY.exec(output)?.slice(1).map(Number);
  if (counts === undefined) throw new Error(`Dredd gave no summary:\n${output}`);
  const [passing = 0, failing = 0, errors = 0, skipped = 0, total = 0] = counts;
  return { exitCode: code, passing, failing, errors, skipped, total, output };
}
