/** Errors that contract-gate reports for mocks of public documents. */
import type { Finding } from '@keyframe/contract-gate';
import type { JsonObject } from '@keyframe/openapi-model';
import { markdownTable } from 'markdown-table';
import type { Benchmark, Comparison } from '../comparison.ts';
import { DOCUMENTS, readDocument } from '../mocks/documents.ts';
import { findErrors } from '../mocks/find-errors.ts';
import { type ListMockArguments, listOurs, listPrism } from '../mocks/serve-document.ts';

const SECONDS = 60;
// A run ends a little later than its requests.
const LIMIT_SECONDS = 2 * SECONDS;
const NOT_ENDED = 'no result';

/** The numbers of errors for one document; without Prism's if its run did not end. */
interface Row {
  name: string;
  ours: number;
  prism: number | undefined;
}

/** Counts the errors by their causes in runs of at most a minute, and prints ours. Ctrl-C ends it at once. */
export const mockGate: Benchmark = async () => {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error('It was interrupted.'));
  process.once('SIGINT', interrupt);
  try {
    return await compareErrors(interruption.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
};

async function compareErrors(interrupted: AbortSignal): Promise<Comparison[]> {
  const rows: Row[] = [];
  for (const name of Object.keys(DOCUMENTS)) {
    const document = await readDocument(name);
    const find = (listArguments: ListMockArguments) => findInTime(document, listArguments, interrupted);
    const ours = await find(listOurs);
    if (!ours) throw new Error(`The mock of ${name} has no result.`);
    for (const { check, operation, message } of ours) {
      console.log(`${name}: ${check} ${operation ?? ''}: ${message}`);
    }
    const prism = await find(listPrism);
    rows.push({ name, ours: ours.length, prism: prism?.length });
    console.error(`${name}: ours ${ours.length}, Prism ${prism?.length ?? NOT_ENDED}`);
  }
  const cells = rows.map(({ name, ours, prism }) => [name, String(ours), String(prism ?? NOT_ENDED)]);
  console.log(markdownTable([['document', 'ours', 'Prism'], ...cells]));
  return compareRows(rows);
}

// Undefined if the mock does not start, or the run does not end in time.
async function findInTime(
  document: JsonObject,
  listArguments: ListMockArguments,
  interrupted: AbortSignal,
): Promise<Finding[] | undefined> {
  const limit = AbortSignal.timeout(LIMIT_SECONDS * 1_000);
  const signal = AbortSignal.any([limit, interrupted]);
  try {
    return await findErrors(document, { listArguments, seconds: SECONDS, signal });
  } catch (error) {
    interrupted.throwIfAborted();
    console.error(`no result: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

// Only the documents whose run on Prism has ended are compared with it.
function compareRows(rows: readonly Row[]): Comparison[] {
  const compared = rows.filter(({ prism }) => prism !== undefined);
  const ours = rows.reduce((sum, row) => sum + row.ours, 0);
  const oursCompared = compared.reduce((sum, row) => sum + row.ours, 0);
  const prism = compared.reduce((sum, row) => sum + (row.prism ?? 0), 0);
  const subject = 'errors that contract-gate finds in the mock';
  return [
    {
      subject,
      peer: 'none',
      unit: 'errors',
      figures: { subject: ours, peer: 0 },
      target: { kind: 'difference', atMost: 0 },
    },
    {
      subject,
      peer: 'Prism',
      unit: 'errors',
      figures: { subject: oursCompared, peer: prism },
      target: { kind: 'factor', atMost: 1 },
    },
  ];
}
