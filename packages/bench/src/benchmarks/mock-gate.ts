/** Errors that contract-gate reports for mocks of public documents. */
import { fileURLToPath } from 'node:url';
import { markdownTable } from 'markdown-table';
import type { Benchmark } from '../comparison.ts';
import { DOCUMENTS, readDocument } from '../mocks/documents.ts';
import { findErrors, type ListMockArguments } from '../mocks/find-errors.ts';
import { PRISM } from '../mocks/subjects.ts';

const OURS = fileURLToPath(new URL('../cli.ts', import.meta.resolve('@keyframe/openapi-mock/node')));
const SECONDS = 60;

const listOurs: ListMockArguments = ({ file, port, key }) => [
  ...[OURS, file, '--lenient', '--port', port, '--pace', 'fast', '--credentials', key],
];
const listPrism: ListMockArguments = ({ file, port }) => [
  ...[PRISM, 'mock', file, '--port', port, '--multiprocess=false'],
];

/** Counts the errors by their causes in runs of at most a minute, and prints ours. */
export const mockGate: Benchmark = async () => {
  const rows: [name: string, ours: number, prism: number][] = [];
  for (const name of Object.keys(DOCUMENTS)) {
    const document = await readDocument(name);
    const ours = await findErrors(document, { listArguments: listOurs, seconds: SECONDS });
    for (const { check, operation, message } of ours) {
      console.log(`${name}: ${check} ${operation ?? ''}: ${message}`);
    }
    const prism = await findErrors(document, { listArguments: listPrism, seconds: SECONDS });
    rows.push([name, ours.length, prism.length]);
  }
  console.log(markdownTable([['document', 'ours', 'Prism'], ...rows.map((row) => row.map(String))]));
  const count = (index: 1 | 2) => rows.reduce((sum, row) => sum + row[index], 0);
  const subject = 'errors that contract-gate finds in the mock';
  return [
    {
      subject,
      peer: 'none',
      unit: 'errors',
      figures: { subject: count(1), peer: 0 },
      target: { kind: 'difference', atMost: 0 },
    },
    {
      subject,
      peer: 'Prism',
      unit: 'errors',
      figures: { subject: count(1), peer: count(2) },
      target: { kind: 'factor', atMost: 1 },
    },
  ];
};
