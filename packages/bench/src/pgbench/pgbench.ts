import { execFile } from 'node:child_process';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Thrown where pgbench is not installed. */
class PgbenchMissingError extends Error {
  readonly code = 'pgbench_missing';
  override readonly name = 'PgbenchMissingError';
}

/** The script to run, and its duration. */
export interface PgbenchOptions {
  readonly databaseUrl: string;
  /** Takes the script and the log. */
  readonly directory: string;
  readonly script: string;
  readonly clients: number;
  readonly seconds: number;
}

/** The result of pgbench. */
export interface PgbenchResult {
  readonly perSecond: number;
  readonly transactions: number;
  /** One a transaction. */
  readonly latenciesMs: readonly number[];
}

/** Reads the figures of pgbench's report; throws when a transaction failed. */
export function readReport(report: string): Omit<PgbenchResult, 'latenciesMs'> {
  const number = (pattern: RegExp) => Number(pattern.exec(report)?.[1] ?? Number.NaN);
  const transactions = number(/^number of transactions actually processed: (\d+)/m);
  const perSecond = number(/^tps = ([\d.]+)/m);
  const failed = number(/^number of failed transactions: (\d+)/m);
  if (!(transactions > 0 && perSecond > 0 && failed === 0)) {
    throw new Error(`pgbench did not do what it was asked:\n${report}`);
  }
  return { perSecond, transactions };
}

/** Reads a transaction's milliseconds from each line of a log, whose third column holds microseconds. */
export function readLatencies(log: string): number[] {
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.map((line) => Number(line.split(' ')[2]) / 1000);
}

/**
 * Runs a script again and again by pgbench, with prepared statements.
 * @throws {PgbenchMissingError}
 */
export async function pgbench(options: PgbenchOptions): Promise<PgbenchResult> {
  const { databaseUrl, directory, script, clients, seconds } = options;
  const file = join(directory, 'pgbench.sql');
  const log = join(directory, 'pgbench-log');
  await writeFile(file, script);
  const args = [
    ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--jobs=${Math.min(clients, 2)}`],
    ...[`--time=${seconds}`, `--file=${file}`, '--log', `--log-prefix=${log}`, databaseUrl],
  ];
  const { stdout } = await run('pgbench', args).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    const message = 'pgbench is not installed: Debian and Ubuntu have it in the package "postgresql".';
    throw new PgbenchMissingError(message, { cause });
  });
  const latenciesMs: number[] = [];
  for await (const path of glob(`${log}.*`)) {
    latenciesMs.push(...readLatencies(await readFile(path, 'utf8')));
    await rm(path);
  }
  return { ...readReport(stdout), latenciesMs };
}
