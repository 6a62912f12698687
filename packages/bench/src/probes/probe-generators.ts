// Command: asks what is left of each keyword in the code of each generator. `node src/probes/probe-generators.ts`
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { type Generator, HEY_API, HONO_TAKIBI, OURS, timeCommand } from '../generators/generators.ts';
import { createDocument, PROBES, type Probe } from './probes.ts';

const REPORTS = join(import.meta.dirname, '../../reports');

interface Validator {
  safeParse: (value: unknown) => { success: boolean };
}

/** A generator, and the location of a probe's validator in its code. */
interface Subject extends Omit<Generator, 'emitsValidators'> {
  findValidator: (module: Module, index: number) => unknown;
}

interface Module {
  readonly [name: string]: unknown;
}

const SUBJECTS: readonly Subject[] = [
  { ...OURS, findValidator: (module, index) => Object(module.schemas)[`Probe${index}`] },
  {
    ...HONO_TAKIBI,
    findValidator: (module, index) =>
      Object(module[`postProbe${index}Route`]).request?.body.content['application/json'].schema,
  },
  { ...HEY_API, findValidator: (module, index) => module[`zProbe${index}`] },
  {
    name: 'orval',
    entry: 'index.ts',
    command: (document, folder) => [
      'orval',
      ...['--input', document, '--output', join(folder, 'index.ts'), '--client', 'zod'],
    ],
    findValidator: (module, index) => module[`Probe${index}Body`],
  },
];

/** Lists the probes that a generator's code decides as JSON Schema does. */
async function enforced(subject: Subject, probes: readonly Probe[]): Promise<Set<string>> {
  try {
    const module = await generate(subject, probes);
    const kept = probes.filter((probe, index) => isKept(probe, subject.findValidator(module, index)));
    return new Set(kept.map(({ name }) => name));
  } catch {
    // One probe that a generator fails on, or whose code cannot be loaded, must not cost it the others.
    if (probes.length <= 1) return new Set();
    const half = Math.ceil(probes.length / 2);
    const halves = [probes.slice(0, half), probes.slice(half)].map((some) => enforced(subject, some));
    return new Set((await Promise.all(halves)).flatMap((names) => [...names]));
  }
}

async function generate(subject: Subject, probes: readonly Probe[]): Promise<Module> {
  await mkdir(REPORTS, { recursive: true });
  const folder = await mkdtemp(join(REPORTS, 'probes-'));
  try {
    const document = join(folder, 'probes.json');
    await writeFile(document, JSON.stringify(createDocument(probes)));
    const out = join(folder, 'out');
    await mkdir(out);
    await timeCommand(subject.command(document, out));
    return await import(join(out, subject.entry));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function isKept({ valid, invalid }: Probe, validator: unknown): boolean {
  if (typeof validator !== 'object' || validator === null) return false;
  const { safeParse } = validator as Validator;
  const accepts = (value: unknown) => safeParse(value).success;
  return valid.every(accepts) && !invalid.some(accepts);
}

const results = new Map<string, Set<string>>();
for (const subject of SUBJECTS) results.set(subject.name, await enforced(subject, PROBES));
const names = [...results.keys()];
const rows = PROBES.map(({ name }) => [
  name,
  ...names.map((generator) => (results.get(generator)?.has(name) ? 'yes' : '-')),
]);
const totals = [
  `of ${PROBES.length}`,
  ...names.map((generator) => String(results.get(generator)?.size ?? 0)),
];
console.log(markdownTable([['keyword', ...names], ...rows, totals]));
