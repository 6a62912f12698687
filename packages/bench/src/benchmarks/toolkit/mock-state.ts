/** Resources that mocks of public documents remember: create, read and, if documented, delete. */
import { markdownTable } from 'markdown-table';
import type { Benchmark, Comparison } from '../../comparison.ts';
import { DOCUMENTS, readDocument } from '../../mocks/documents.ts';
import { findForgotten, type Remembered } from '../../mocks/find-forgotten.ts';
import { SUBJECTS } from '../../mocks/subjects.ts';

const MOCKS = Object.keys(SUBJECTS);
const [OURS = '', ...PEERS] = MOCKS;
const TARGET = 0.8;

interface Probed extends Remembered {
  mock: string;
  document: string;
}

/** Compares how many triples the mocks remember, and lists those that ours does not. */
export const mockState: Benchmark = async () => {
  const results: Probed[] = [];
  for (const name of Object.keys(DOCUMENTS)) {
    const document = await readDocument(name);
    for (const [mock, start] of Object.entries(SUBJECTS)) {
      results.push({ mock, document: name, ...(await findForgotten(document, start)) });
    }
  }
  printDocuments(results);
  printReasons(results);
  const ours = results.filter(({ mock }) => mock === OURS);
  const total = ours.reduce((sum, { triples }) => sum + triples, 0);
  const describe = (peer: string, figure: number, atLeast: number): Comparison => ({
    subject: 'triples that ours remembers',
    peer,
    unit: 'triples',
    figures: { subject: countRemembered(ours), peer: figure },
    target: { kind: 'ratio', atLeast },
  });
  const compare = (peer: string) =>
    describe(peer, countRemembered(results.filter(({ mock }) => mock === peer)), 1);
  return [describe('all', total, TARGET), ...PEERS.map(compare)];
};

function countRemembered(results: readonly Probed[]): number {
  return results.reduce((sum, { triples, forgotten }) => sum + triples - forgotten.size, 0);
}

function printDocuments(results: readonly Probed[]): void {
  const rows = Object.keys(DOCUMENTS).map((name) => {
    const own = results.filter(({ document }) => document === name);
    return [name, String(own[0]?.triples ?? 0), ...own.map((one) => String(countRemembered([one])))];
  });
  console.log(markdownTable([['document', 'triples', ...MOCKS], ...rows]));
}

// Each reason of ours; of the others, the step at which they failed and how often.
function printReasons(results: readonly Probed[]): void {
  const steps = new Map<string, number>();
  for (const { mock, document, forgotten } of results) {
    for (const [path, reason] of forgotten) {
      if (mock === OURS) console.log(`not remembered: ${document} ${path}: ${reason}`);
      const step = `${mock}: ${reason.split(':')[0]}`;
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
  }
  for (const [step, count] of steps) console.log(`failed: ${step}, ${count} times`);
}
