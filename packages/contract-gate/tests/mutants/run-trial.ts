// Runs one judge on one mutant in a process of its own, and prints what it found. Words: judge, seed, area and name of the
// mutant; without a name, the server that conforms.
import { TOOLS } from './tools.ts';

const [tool = '', seed = '1', area = '', mutant] = process.argv.slice(2);
const ask = TOOLS[tool];
if (!ask) throw new Error(`No judge "${tool}".`);
const startedAt = performance.now();
const found = await ask({ seed: Number(seed), area, ...(mutant === undefined ? {} : { mutant }) });
console.log(JSON.stringify({ found, seconds: (performance.now() - startedAt) / 1_000 }));
