// Results of the tools in results.jsonl: a line for each trial, in the order of the mutants.
import { readFile, writeFile } from 'node:fs/promises';
import type { Trial } from './subjects.ts';
import { SUBJECTS } from './subjects.ts';

/** Findings of one tool in one trial. */
export interface Result extends Trial {
  tool: string;
  /** Empty when it found nothing. contract-gate marks a check that is not certain: `list-misses (warning)`. */
  found: string[];
  /** Set if the tools took turns, so that their times can be compared; such a result only counts for the times. */
  seconds?: number;
}

/** A trial to run. */
export type PlannedTrial = Omit<Result, 'found' | 'seconds'> & { isTimed?: boolean };

/** Names a trial of a tool. */
export function getKey(one: PlannedTrial | Result): string {
  const { tool, seed, area, mutant } = one;
  const isTimed = 'found' in one ? one.seconds !== undefined : one.isTimed === true;
  return JSON.stringify([tool, seed, area, mutant, isTimed]);
}

/** Whether a tool detected the fault, with a warning at least. */
export function isDetected({ found }: Pick<Result, 'found'>): boolean {
  return found.length > 0;
}

/** Whether a tool detected the fault only with warnings, which do not change the exit status of contract-gate. */
export function isWarned({ found }: Pick<Result, 'found'>): boolean {
  return isDetected({ found }) && found.every((check) => check.endsWith(' (warning)'));
}

/** Reads results; a file that is not there holds none. */
export async function readResults(path: string): Promise<Result[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Result => JSON.parse(line));
}

/** Joins results: the latest result of a trial replaces earlier ones, and results of removed mutants are dropped. */
export function joinResults(known: readonly Result[], latest: readonly Result[]): Result[] {
  const byKey = new Map([...known, ...latest].map((result) => [getKey(result), result]));
  const ranks = new Map(
    SUBJECTS.flatMap(({ original, mutants }) => [
      JSON.stringify([original, undefined]),
      ...Object.entries(mutants).flatMap(([area, own]) =>
        own.map(({ name }) => JSON.stringify([area, name])),
      ),
    ]).map((trial, rank) => [trial, rank]),
  );
  const getRank = ({ area, mutant }: Result) => ranks.get(JSON.stringify([area, mutant])) ?? -1;
  return [...byKey.values()]
    .filter((result) => getRank(result) >= 0)
    .toSorted(
      (one, other) =>
        getRank(one) - getRank(other) ||
        one.tool.localeCompare(other.tool) ||
        one.seed - other.seed ||
        (one.seconds ?? 0) - (other.seconds ?? 0),
    );
}

/** Writes results, a line each. */
export async function writeResults(path: string, results: readonly Result[]): Promise<void> {
  await writeFile(path, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
}
