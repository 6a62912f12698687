/** Errors that Schemathesis finds by sequences of requests in mocks of public documents. */
import { markdownTable } from 'markdown-table';
import type { Benchmark } from '../../comparison.ts';
import { DOCUMENTS, readDocument } from '../../mocks/documents.ts';
import { findStatefulErrors } from '../../mocks/find-stateful-errors.ts';
import { listOurs, listPrism } from '../../mocks/serve-document.ts';

const SECONDS = 45;

/** Counts the errors of the checks `use_after_free` and `ensure_resource_availability`, and prints ours. */
export const mockStateful: Benchmark = async ({ schemathesis }) => {
  if (schemathesis === undefined) throw new Error('--schemathesis must name its command.');
  const rows: { name: string; ours: number; prism: number }[] = [];
  for (const name of Object.keys(DOCUMENTS)) {
    const document = await readDocument(name);
    const options = { schemathesis, seconds: SECONDS };
    const ours = await findStatefulErrors(document, { ...options, listArguments: listOurs });
    for (const error of ours.errors) console.log(`${name}: ${error}`);
    if (!ours.isApplicable) {
      console.error(`${name}: Schemathesis finds no sequences of requests.`);
      continue;
    }
    const prism = await findStatefulErrors(document, { ...options, listArguments: listPrism });
    rows.push({ name, ours: ours.errors.length, prism: prism.errors.length });
    console.error(`${name}: ours ${ours.errors.length}, Prism ${prism.errors.length}`);
  }
  const cells = rows.map(({ name, ours, prism }) => [name, String(ours), String(prism)]);
  console.log(markdownTable([['document', 'ours', 'Prism'], ...cells]));
  const ours = rows.reduce((sum, row) => sum + row.ours, 0);
  const prism = rows.reduce((sum, row) => sum + row.prism, 0);
  const compared = {
    subject: 'stateful errors that Schemathesis finds in the mock',
    unit: 'errors',
  } as const;
  return [
    {
      ...compared,
      peer: 'none',
      figures: { subject: ours, peer: 0 },
      target: { kind: 'difference', atMost: 0 },
    },
    {
      ...compared,
      peer: 'Prism',
      figures: { subject: ours, peer: prism },
      target: { kind: 'factor', atMost: 1 },
    },
  ];
};
