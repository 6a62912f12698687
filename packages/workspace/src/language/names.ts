// A ratchet for names and idioms: participles and pronouns say what happened to a thing, not what it is, and `flatMap`
// stands for filter and map. A package may have few of either, or as many as it had.
import { readTypeScript } from './read-source.ts';

const VAGUE_NAMES = new Set(
  (
    'one other others own shown written given sent held known wanted found inner outer around beside most least rest ' +
    'further named called noted part parts answer said meant asked told'
  ).split(' '),
);

/** Percentage of declared names that are vague, and calls of `flatMap` in 1,000 lines. */
export interface NameShares {
  readonly vagueNames: number;
  readonly flatMaps: number;
}

const LIMITS: NameShares = { vagueNames: 3, flatMaps: 1.5 };
const MEASURES = ['vagueNames', 'flatMaps'] as const;

/** A source file, without tests and generated ones. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Lists the vague names that a file declares. */
export function findVagueNames({ path, text }: SourceFile): string[] {
  return readTypeScript(path, text).names.filter((name) => VAGUE_NAMES.has(name));
}

/** Measures the files of a package. */
export function measureNames(files: readonly SourceFile[]): NameShares {
  let [names, vagueNames, flatMaps, lines] = [0, 0, 0, 0];
  for (const file of files) {
    const source = readTypeScript(file.path, file.text);
    names += source.names.length;
    vagueNames += source.names.filter((name) => VAGUE_NAMES.has(name)).length;
    flatMaps += source.flatMaps;
    lines += file.text.split('\n').length - 1;
  }
  return { vagueNames: round((100 * vagueNames) / names), flatMaps: round((1000 * flatMaps) / lines) };
}

/** Rounds to a tenth; 0 of 0 is 0. */
function round(share: number): number {
  return Number.isNaN(share) ? 0 : Math.round(share * 10) / 10;
}

/** Lists the shares of a package that exceed both the limit and the baseline. */
export function compareShares(actual: NameShares, baseline: Partial<NameShares> = {}): string[] {
  return MEASURES.filter(
    (measure) => actual[measure] > Math.max(LIMITS[measure], baseline[measure] ?? 0),
  ).map(
    (measure) =>
      `${measure}: ${actual[measure]}, at most ${Math.max(LIMITS[measure], baseline[measure] ?? 0)} allowed`,
  );
}

/** Returns the shares above the limits in steps of a half, none of which is higher than in the baseline. */
export function lowerBaseline(actual: NameShares, baseline: Partial<NameShares>): Partial<NameShares> {
  const above = MEASURES.filter((measure) => actual[measure] > LIMITS[measure] && measure in baseline);
  return Object.fromEntries(
    above.map((measure) => [measure, Math.min(Math.ceil(actual[measure] * 2) / 2, baseline[measure] ?? 0)]),
  );
}
