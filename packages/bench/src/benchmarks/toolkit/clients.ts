/** Generated clients: what an app of one operation weighs, how long its check takes, and what a call costs. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  CLIENT_PEERS,
  type ClientDocument,
  type ClientGenerator,
  OUR_CLIENT,
} from '../../clients/client-generators.ts';
import type { Benchmark, Comparison, Target } from '../../comparison.ts';
import { installRuntime } from '../../generators/built-runtime.ts';
import { timeCommand } from '../../generators/generators.ts';
import { createScratchFolder } from '../../generators/scratch-folder.ts';
import { alternate } from '../../rounds.ts';

const TSC = join(import.meta.dirname, '../../../../node_modules/.bin/tsc');
const BYTES_PER_KB = 1000;

const DOCUMENTS: Readonly<Record<ClientDocument, string>> = {
  github: fileURLToPath(import.meta.resolve('@octokit/openapi/generated/api.github.com.json')),
  video: fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json')),
};

/** An app of one operation: its folder, its bundle, and the bundle's size when minified and compressed. */
interface App {
  readonly folder: string;
  readonly bundle: string;
  readonly size: number;
  readonly isGenerated: boolean;
}

type Figures = Readonly<Record<'call' | 'check' | 'size', number>>;

interface Measure {
  readonly figure: keyof Figures;
  readonly subject: string;
  readonly unit: Comparison['unit'];
  readonly target: Target;
}

const MEASURES: readonly Measure[] = [
  // Limits for the size and cost of attempts, credentials, deadlines and documented errors.
  { figure: 'size', subject: 'app of one operation', unit: 'kB', target: { kind: 'difference', atMost: 6 } },
  { figure: 'call', subject: 'one call', unit: 'us', target: { kind: 'difference', atMost: 50 } },
  { figure: 'check', subject: 'type check', unit: 'ms', target: { kind: 'factor', atMost: 2 } },
];

/** Compares the clients of two documents, generator by generator. */
export const clients: Benchmark = async ({ rounds }) => {
  await using scratch = await createScratchFolder();
  await installRuntime(scratch.folder);
  const comparisons: Comparison[] = [];
  for (const document of ['github', 'video'] as const) {
    const ours = await buildApp(OUR_CLIENT, document, scratch.folder);
    for (const peer of CLIENT_PEERS) {
      const theirs = await buildApp(peer, document, scratch.folder);
      if (!ours || !theirs) continue;
      const measure = (app: App) => () => measureApp(app, theirs.isGenerated);
      const figures = await alternate(rounds, { subject: measure(ours), peer: measure(theirs) });
      const measured = MEASURES.filter(({ figure }) => figure !== 'check' || theirs.isGenerated);
      comparisons.push(
        ...measured.map(({ figure, subject, unit, target }) => ({
          subject: `${document}: ${subject}`,
          peer: peer.name,
          unit,
          figures: figures[figure],
          target,
        })),
      );
    }
  }
  return comparisons;
};

async function buildApp(
  { name, command, apps }: ClientGenerator,
  document: ClientDocument,
  parent: string,
): Promise<App | undefined> {
  const app = apps[document];
  if (app === undefined) return undefined;
  const slug = name.replaceAll(/[^a-z]+/g, '-');
  const folder = join(parent, 'clients', document, slug);
  await mkdir(folder, { recursive: true });
  if (command) await timeCommand(command(DOCUMENTS[document], folder));
  await writeFile(join(folder, 'app.ts'), app);
  const config = {
    extends: '../../../../../../../tsconfig.base.json',
    // Only looser settings accept the code of the peers.
    compilerOptions: {
      lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
      exactOptionalPropertyTypes: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      verbatimModuleSyntax: false,
      module: 'esnext',
      moduleResolution: 'bundler',
    },
    include: ['**/*.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const bundle = join(parent, `${document}-${slug}.mjs`);
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'app.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  await writeFile(bundle, text);
  const size = gzipSync(text, { level: 9 }).length / BYTES_PER_KB;
  return { folder, bundle, size, isGenerated: command !== undefined };
}

async function measureApp({ folder, bundle, size }: App, isChecked: boolean): Promise<Figures> {
  return { size, call: await callTime(bundle), check: isChecked ? await checkTime(folder) : 0 };
}

// The code of the peers has type errors for some documents; its check takes the same time.
async function checkTime(folder: string): Promise<number> {
  const startedAt = performance.now();
  const run = promisify(execFile)(TSC, ['-p', folder], { maxBuffer: Number.POSITIVE_INFINITY });
  await run.catch((error: { stdout: string }) => error);
  return performance.now() - startedAt;
}

// Against a fetch that makes its Request, as the real one does, and answers at once; in a process of its own.
async function callTime(bundle: string): Promise<number> {
  const code = `
    const body = JSON.stringify({ id: 1, full_name: 'a/b', owner: { login: 'a' } });
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    globalThis.fetch = async (input, init) => {
      new Request(typeof input === 'string' ? new URL(input, 'http://127.0.0.1') : input, init);
      return new Response(body, { headers });
    };
    const { call } = await import(${JSON.stringify(pathToFileURL(bundle).href)});
    const run = async (count) => {
      const from = performance.now();
      for (let at = 0; at < count; at += 1) await call();
      return ((performance.now() - from) / count) * 1000;
    };
    await run(5000);
    console.log(await run(20000));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  return Number(stdout);
}
