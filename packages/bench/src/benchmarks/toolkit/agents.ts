/** Tools for agents that generators make of published documents, and the search among them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listCorpus } from '../../agents/corpus.ts';
import type { Benchmark } from '../../comparison.ts';

const COMPARE = new URL('../../../../openapi-mcp/compare/', import.meta.url);

/** Prints tables: of all generators, or of the questions that the search is measured by. */
export const agents: Benchmark = async ({ agents: { isSearch, sets, python }, documents }) => {
  if (isSearch) {
    await run('search-questions.ts', documents === undefined ? [] : ['--documents', documents]);
    return [];
  }
  const options = ['--sets', String(sets), ...(python === undefined ? [] : ['--python', python])];
  await run('compare.ts', [...options, ...listCorpus(documents)]);
  return [];
};

async function run(script: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, COMPARE)), ...args], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} ended with ${code}.`);
}
