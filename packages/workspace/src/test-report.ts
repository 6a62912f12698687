// Reads the JSON report that vitest writes to `reports/test.json`.

/** One test as reported, under the title that tables of cases expand to. */
export interface TestOutcome {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Requirement ids of its `meta`. */
  readonly requirements: readonly string[];
}

/** The report of one suite; `startedAt` is in Unix milliseconds. */
export interface TestReport {
  readonly startedAt: number;
  readonly outcomes: readonly TestOutcome[];
}

interface VitestReport {
  readonly startTime: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly meta?: { readonly requirements?: readonly string[] };
    }[];
  }[];
}

function isVitestReport(value: unknown): value is VitestReport {
  return typeof value === 'object' && value !== null && 'testResults' in value && 'startTime' in value;
}

function outcomesOfFile(file: VitestReport['testResults'][number]): TestOutcome[] {
  const outcomes = file.assertionResults.map(
    ({ fullName, status, meta }): TestOutcome => ({
      title: fullName.trim(),
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      requirements: meta?.requirements ?? [],
    }),
  );
  if (file.status !== 'failed' || outcomes.some(({ status }) => status === 'failed')) return outcomes;
  return [...outcomes, { title: `${file.name} did not load`, status: 'failed', requirements: [] }];
}

/** Reads a report; a file that failed without a failed test counts as one. Throws on another document. */
export function readReport(json: string): TestReport {
  const report: unknown = JSON.parse(json);
  if (!isVitestReport(report)) throw new Error('Expected a JSON report of vitest.');
  return { startedAt: report.startTime, outcomes: report.testResults.flatMap(outcomesOfFile) };
}
