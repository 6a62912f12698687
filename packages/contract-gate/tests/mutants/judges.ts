// The judges of the table: each is given a running shop and says what it found.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import type { Judgement } from '../../src/ci/judgement.ts';
import { askDredd, askRespect } from '../../src/ci/other-judges.ts';
import { askPrismProxy } from '../../src/ci/prism-proxy.ts';
import { judgeShop } from './judge-shop.ts';
import { documentWithExamples } from './peers/examples.ts';
import type { RunningShop } from './serve-http.ts';
import { KEYS, type Mutant, shopDocument, startShop } from './shop.ts';

export interface Trial {
  mutant: Mutant | undefined;
  seed: number;
}

/** Names what was found, each kind once; throws where the judge could not be asked. */
export type Judge = (trial: Trial) => Promise<string[]>;

const HOOKS = fileURLToPath(new URL('./peers/dredd-hooks.cts', import.meta.url));
const WORKFLOWS = fileURLToPath(new URL('./peers/shop.arazzo.yaml', import.meta.url));
const never = new AbortController().signal;
const access = {
  headers: { Authorization: `Bearer ${KEYS.own}` },
  hookEnv: { SHOP_KEY: KEYS.own, SHOP_READER_KEY: KEYS.reader },
  workflowInputs: { key: KEYS.own },
};

/** Judges by name. */
export const JUDGES: Readonly<Record<string, Judge>> = {
  'contract-gate': async ({ mutant, seed }) => kindsOf((await judgeShop(seed, mutant)).findings),
  Schemathesis: ({ mutant, seed }) => withShop(mutant, (shop) => askSchemathesis(shop, seed)),
  Dredd: ({ mutant }) =>
    withShop(mutant, async ({ url }) => {
      const model = readModel(await documentWithExamples(url), 'shop.yaml');
      const config = { document: 'shop.yaml', dredd: { hooks: HOOKS } };
      return heard(await askDredd({ model, server: { ...access, url: url.href }, config, signal: never }));
    }),
  'Prism proxy': ({ mutant }) =>
    withShop(mutant, async ({ url }) => {
      const model = readModel(await documentWithExamples(url), 'shop.yaml');
      const config = { document: 'shop.yaml', prismProxy: {} };
      return heard(
        await askPrismProxy({ model, server: { ...access, url: url.href }, config, signal: never }),
      );
    }),
  respect: ({ mutant }) =>
    withShop(mutant, async ({ url }) => {
      const config = { document: 'shop.yaml', respect: { workflows: WORKFLOWS } };
      const server = { ...access, url: url.href };
      return heard(await askRespect({ model: await shopDocument(), server, config, signal: never }));
    }),
};

async function withShop<TResult>(mutant: Mutant | undefined, use: (shop: RunningShop) => Promise<TResult>) {
  await using shop = await startShop(mutant);
  return await use(shop);
}

/** Names each check that found something, once. */
export function kindsOf(findings: readonly { check: string }[]): string[] {
  return [...new Set(findings.map(({ check }) => check))];
}

function heard(judgement: Judgement): string[] {
  if (typeof judgement === 'string') throw new Error(judgement);
  return [...new Set(judgement.map(({ operation, message }) => operation ?? message))];
}

/** The command of Schemathesis: `pip install schemathesis`. */
const SCHEMATHESIS = process.env.SCHEMATHESIS ?? 'schemathesis';

// All checks and phases are its default; it ends at its first failure, which is all that the table asks for.
async function askSchemathesis({ url }: RunningShop, seed: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  try {
    const document = join(folder, 'shop.json');
    await writeFile(document, JSON.stringify((await shopDocument()).original satisfies JsonObject));
    const words = ['run', document, '--url', url.href, '--header', `Authorization: Bearer ${KEYS.own}`];
    const output = await new Promise<string>((done, fail) => {
      execFile(
        SCHEMATHESIS,
        [...words, '--seed', String(seed), '--max-failures', '1', '--no-color'],
        { cwd: folder, maxBuffer: 2 ** 26 },
        (error, stdout, stderr) => {
          if (error === null) done('');
          else if (error.code === 1) done(stdout);
          else fail(new Error(`${SCHEMATHESIS}: ${stderr || error.message}`));
        },
      );
    });
    return [
      ...new Set(
        [...output.matchAll(/^ *- (?<kind>[A-Z]{2}\d+ .+)$/gm)].map(({ groups }) => groups?.kind ?? ''),
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
