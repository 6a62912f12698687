// Runs one judge on one mutant in a process of its own, and prints what it found. Words: judge, seed, name of the mutant.
import { MUTANTS } from './all-mutants.ts';
import { JUDGES } from './judges.ts';

const [judge = '', seed = '1', name] = process.argv.slice(2);
const mutant = Object.values(MUTANTS)
  .flat()
  .find((one) => one.name === name);
if (name !== undefined && !mutant) throw new Error(`No mutant "${name}".`);
const startedAt = performance.now();
const found = await JUDGES[judge]?.({ mutant, seed: Number(seed) });
console.log(JSON.stringify({ found, seconds: (performance.now() - startedAt) / 1_000 }));
