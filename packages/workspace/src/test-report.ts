// A suite's own account of itself: the JSON report that vitest writes to `reports/test.json`.

/** One test as reported, under the title that tables of cases expand to. */
export interface TestOutcome {
  title: string;
  status: 'passed' | 'failed' | 'skipped';
}

/** What one suite reported; `startedAt` is in Unix milliseconds. */
export interface TestReport {
  startedAt: number;
  outcomes: TestOutcome[];
}

interface VitestReport {
  startTime: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

function isVitestReport(value: unknown): value is VitestReport {
  return typeof value === 'object' && value !== null && 'testResults' in value && 'startTime' in value;
}

function outcomeOf(status: string): TestOutcome['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

function outcomesOfFile(file: VitestReport['testResults'][number]): TestOutcome[] {
  const outcomes = file.assertionResults.map((test) => ({
    title: test.fullName.trim(),
    status: outcomeOf(test.status),
  }));
  const failedAsAFile = file.status === 'failed' && !outcomes.some((test) => test.status === 'failed');
  return failedAsAFile ? [...outcomes, { title: `${file.name} did not load`, status: 'failed' }] : outcomes;
}

/** Reads a report; a file that failed without a failed test counts as one. Throws on another document. */
export function readReport(json: string): TestReport {
  const report: unknown = JSON.parse(json);
  if (!isVitestReport(report)) throw new Error('Not a report of vitest');
  return { startedAt: report.startTime, outcomes: report.testResults.flatMap(outcomesOfFile) };
}
