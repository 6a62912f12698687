/** Errors that contract-gate reports for mocks of public documents. */
import type { Finding } from '@keyframe/contract-gate';
import type { JsonObject } from '@keyframe/openapi-model';
import { markdownTable } from 'markdown-table';
import type { Benchmark, Comparison } from '../../comparison.ts';
import { type Agreement, compareDocuments, isAboutState } from '../../mocks/agreement.ts';
import { DOCUMENTS, readDocument } from '../../mocks/documents.ts';
import { findFindings } from '../../mocks/find-findings.ts';
import { type ListMockArguments, listOurs, listPrism } from '../../mocks/serve-document.ts';

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

/**
 * Counts the errors by their causes in runs of at most a minute, and prints ours; with a folder of documents, also the warnings
 * about resources. Ctrl-C ends it at once.
 */
export const mockGate: Benchmark = async ({ documents }) => {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error('It was interrupted.'));
  process.once('SIGINT', interrupt);
  try {
    if (documents !== undefined) return await compareFolder(documents, interruption.signal);
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
    const findings = await findFindings(document, { listArguments, seconds: SECONDS, signal });
    return findings.filter(({ severity }) => severity === 'error');
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

const MOST_STATE_WARNINGS = 5;

// Both with their defaults.
async function compareFolder(folder: string, interrupted: AbortSignal): Promise<Comparison[]> {
  const rows: string[][] = [];
  const counts = { errors: 0, warnings: 0 };
  for await (const { name, operations, findings } of compareDocuments(folder, interrupted)) {
    for (const { severity, check, operation = '', message } of findings ?? []) {
      if (severity !== 'note') console.log(`${name}: ${severity} ${check} ${operation}: ${message}`);
    }
    const row = countFindings(findings);
    counts.errors += row?.errors ?? 0;
    counts.warnings += row?.warnings ?? 0;
    const cells = row ? [row.errors, row.warnings, row.others].map(String) : [NOT_ENDED, '', ''];
    rows.push([name, String(operations), ...cells]);
    console.error(`${name}: ${cells.join(' ')}`);
  }
  const header = ['document', 'operations', 'errors', 'warnings about resources', 'other warnings'];
  console.log(markdownTable([header, ...rows]));
  return [
    limitFindings('errors that keyframe test finds in keyframe mock', counts.errors, 0),
    limitFindings('warnings about resources', counts.warnings, MOST_STATE_WARNINGS),
  ];
}

function countFindings(findings: Agreement['findings']) {
  if (!findings) return undefined;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const all = findings.filter(({ severity }) => severity === 'warning');
  const warnings = all.filter(isAboutState).length;
  return { errors, warnings, others: all.length - warnings };
}

function limitFindings(subject: string, count: number, atMost: number): Comparison {
  const figures = { subject: count, peer: 0 };
  return { subject, peer: 'none', unit: 'errors', figures, target: { kind: 'difference', atMost } };
}
