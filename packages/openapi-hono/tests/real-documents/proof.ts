// Proves real documents with many values: `pnpm -C packages/openapi-hono proof [part of a name | file]…`.
import { documentsNamed } from './documents.ts';
import {
  compileDocuments,
  type GeneratedDocument,
  generateDocument,
  type Proof,
  proveDocument,
} from './prove-document.ts';

const VALUES = 50;

const wantedDocuments = documentsNamed(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
await using stack = new AsyncDisposableStack();
const documents: GeneratedDocument[] = [];
for (const document of wantedDocuments) documents.push(stack.use(await generateDocument(document)));

const compilers = await compileDocuments(documents);
process.stdout.write(`TypeScript 5.9 and 7: ${compilers === '' ? 'no findings' : `\n${compilers}`}\n`);
let isProven = compilers === '';
for (const document of documents) {
  const startedAt = performance.now();
  const proof = await proveDocument(document, { values: VALUES, seed: 1 });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const { validators, accepted, refused } = proof;
  const findings = listFindings(proof);
  process.stdout.write(
    `${document.name}: ${validators} validators, ${accepted} valid and ${refused} invalid values, ${findings.length} findings, ${seconds} s\n`,
  );
  for (const finding of findings) process.stdout.write(`  ${finding}\n`);
  isProven &&= findings.length === 0;
}
process.exitCode = isProven ? 0 : 1;

function listFindings({ differences, disagreements }: Proof): string[] {
  const decided = disagreements.map(
    ({ pointer, expected, value }) =>
      `${pointer} must ${expected ? 'accept' : 'refuse'} ${JSON.stringify(value)}`,
  );
  return [...differences, ...decided];
}
