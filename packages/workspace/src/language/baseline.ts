import { type Finding, getWorkspace, type LanguageReport } from './measure-language.ts';

export interface LanguageCounts {
  /** Comments, test titles and file names that begin with What, Which, Of, Where, Who, That, As or "Is a". */
  readonly openings: number;
  /** Names of functions, types and files that end in a preposition. */
  readonly postpositions: number;
  /** Comments, titles, messages and names with a word that the glossary replaces. */
  readonly glossary: number;
}

const MEASURES = ['openings', 'postpositions', 'glossary'] as const;
/** Share of all names of functions and types that may end in a preposition. */
const POSTPOSITION_SHARE = 0.03;

/** Counts findings by kind. */
export function countFindings(findings: readonly Finding[]): LanguageCounts {
  const count = (kind: Finding['kind']): number => findings.filter((finding) => finding.kind === kind).length;
  return { openings: count('opening'), postpositions: count('postposition'), glossary: count('glossary') };
}

/** Groups the findings of a report by workspace folder. Workspaces without a finding are included. */
export function groupByWorkspace({
  findings,
  names: counted,
}: LanguageReport): ReadonlyMap<string, readonly Finding[]> {
  const groups = Map.groupBy(findings, ({ path }) => getWorkspace(path));
  const names = [...new Set([...counted.keys(), ...groups.keys()])].toSorted();
  return new Map(names.map((name) => [name, groups.get(name) ?? []]));
}

/** Lists each count that exceeds its baseline. A share of postpositions of at most 3 % is always allowed. */
export function compareCounts(baseline: LanguageCounts, actual: LanguageCounts, names: number): string[] {
  const limits = {
    ...baseline,
    postpositions: Math.max(baseline.postpositions, Math.floor(names * POSTPOSITION_SHARE)),
  };
  return MEASURES.filter((measure) => actual[measure] > limits[measure]).map(
    (measure) => `${actual[measure]} ${measure} found, at most ${limits[measure]} allowed`,
  );
}

/** Returns the baseline with each count lowered to the actual one. A count never rises. */
export function lowerBaseline(baseline: LanguageCounts, actual: LanguageCounts): LanguageCounts {
  return {
    openings: Math.min(baseline.openings, actual.openings),
    postpositions: Math.min(baseline.postpositions, actual.postpositions),
    glossary: Math.min(baseline.glossary, actual.glossary),
  };
}
