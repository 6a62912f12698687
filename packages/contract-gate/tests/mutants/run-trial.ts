// Runs one judge on one mutant in a process of its own, and prints what it found. Words: judge, seed, area and name of the
// mutant; without a name, the server that conforms.
import { FLEET_MUTANTS, MUTANTS } from './all-mutants.ts';
import { judgeFleet } from './fleet/judge-fleet.ts';
import { JUDGES, kindsOf } from './judges.ts';

const [judge = '', seed = '1', area = '', name] = process.argv.slice(2);
const ofShop = MUTANTS[area]?.find((one) => one.name === name);
const ofFleet = FLEET_MUTANTS[area]?.find((one) => one.name === name);
if (name !== undefined && !ofShop && !ofFleet) throw new Error(`No mutant "${name}" of ${area}.`);
const startedAt = performance.now();
const isFleet = ofFleet !== undefined || area === 'original fleet';
const found = isFleet
  ? kindsOf((await judgeFleet(Number(seed), ofFleet)).findings)
  : await JUDGES[judge]?.({ mutant: ofShop, seed: Number(seed) });
console.log(JSON.stringify({ found, seconds: (performance.now() - startedAt) / 1_000 }));
