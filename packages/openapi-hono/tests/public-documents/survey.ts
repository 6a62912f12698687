// Command: generates servers, clients and types of public documents, compiles them, and writes README.md.
// `npm run proof:public -- [--clones <folder>] [part of a name]…`; results are kept in `reports/public`.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, listDocuments, type PublicDocument } from './checkout.ts';
import { compileGenerated } from './compile-generated.ts';
import { DocumentGenerator, GENERATOR_NAMES } from './generate-document.ts';
import { type DocumentResult, writeReport } from './write-report.ts';

const REPORTS = join(import.meta.dirname, '../../reports/public');
const RESULTS = join(REPORTS, 'results.json');
const README = join(import.meta.dirname, 'README.md');

/** Bytes of documents that are compiled in one run of the compiler, which bounds its memory. */
const COMPILED_BYTES = 1_500_000;
const COMPILED_FOLDERS = 24;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { clones: { type: 'string', default: join(REPORTS, 'clones') } },
});

const documents = listDocuments(positionals);
const results: Record<string, DocumentResult> = await readResults();

function getKey({ repository, commit, path }: PublicDocument): string {
  return `${repository}@${commit}/${path}`;
}

function getFolder(document: PublicDocument): string {
  return join(REPORTS, getKey(document).replaceAll(/[^\w.]+/g, '_'));
}

async function readResults(): Promise<Record<string, DocumentResult>> {
  await mkdir(REPORTS, { recursive: true });
  const text = await readFile(RESULTS, 'utf8').catch(() => '{}');
  return JSON.parse(text);
}

async function keep(document: PublicDocument, result: DocumentResult): Promise<void> {
  results[getKey(document)] = result;
  await writeFile(RESULTS, JSON.stringify(results, null, 1));
}

async function generateAll(): Promise<void> {
  using server = new DocumentGenerator('server');
  using client = new DocumentGenerator('client');
  using types = new DocumentGenerator('types');
  for (const document of documents) {
    if (results[getKey(document)]) continue;
    const folder = getFolder(document);
    const path = await checkOut(document, values.clones, join(folder, 'source'));
    const [first, second] = await Promise.all([
      server.generate(path, join(folder, 'server')),
      client.generate(path, join(folder, 'client')),
    ]);
    const third = await types.generate(path, join(folder, 'types'));
    await keep(document, { server: first, client: second, types: third });
    process.stdout.write(`${getKey(document)}: ${first.result}, ${second.result}, ${third.result}\n`);
  }
}

interface Batch {
  documents: PublicDocument[];
  folders: string[];
  bytes: number;
}

async function listBatches(): Promise<Batch[]> {
  const batches: Batch[] = [];
  for (const document of documents) {
    const result = results[getKey(document)];
    if (!result || result.errors) continue;
    const folder = getFolder(document);
    const accepted = GENERATOR_NAMES.filter((name) => result[name].result !== 'refused');
    const { size } = await stat(join(folder, 'source', document.path));
    const last = batches.at(-1);
    const isFull = !last || last.bytes + size > COMPILED_BYTES || last.folders.length >= COMPILED_FOLDERS;
    const batch = isFull ? { documents: [], folders: [], bytes: 0 } : last;
    if (isFull) batches.push(batch);
    batch.documents.push(document);
    batch.folders.push(...accepted.map((name) => join(folder, name)));
    batch.bytes += size;
  }
  return batches;
}

async function compileAll(): Promise<void> {
  for (const batch of await listBatches()) {
    const errors = await compileGenerated(REPORTS, batch.folders);
    for (const document of batch.documents) {
      const result = results[getKey(document)];
      if (!result) continue;
      const found = GENERATOR_NAMES.map((name) => [name, errors.get(join(getFolder(document), name)) ?? '']);
      await keep(document, { ...result, errors: Object.fromEntries(found) });
    }
    for (const error of errors.values()) process.stdout.write(`${error}\n`);
  }
}

await generateAll();
await compileAll();
if (positionals.length === 0) {
  const reported = documents.flatMap((document) => {
    const result = results[getKey(document)];
    return result ? [{ ...document, result }] : [];
  });
  await writeFile(README, writeReport(reported));
}
