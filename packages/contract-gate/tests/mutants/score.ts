// Command: which mutants the gate catches, and in what time. `--area NAME`, `--mutant TEXT` and `--seed N` narrow it.
import { parseArgs } from 'node:util';
import { MUTANTS } from './all-mutants.ts';
import { judgeShop } from './judge-shop.ts';

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    mutant: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
});

const rows = Object.entries(MUTANTS)
  .filter(([area]) => values.area === undefined || area === values.area)
  .flatMap(([area, mutants]) => mutants.map((mutant) => ({ area, mutant })))
  .filter(({ mutant }) => mutant.name.includes(values.mutant));

console.log('| area | mutant | caught by | seconds |\n|---|---|---|---|');
let caught = 0;
let totalMs = 0;
for (const { area, mutant } of rows) {
  const startedAt = performance.now();
  const { findings } = await judgeShop(Number(values.seed), mutant);
  const tookMs = performance.now() - startedAt;
  totalMs += tookMs;
  if (findings.length > 0) caught += 1;
  const checks = [...new Set(findings.map(({ check }) => check))].join(', ');
  console.log(`| ${area} | ${mutant.name} | ${checks || '**nothing**'} | ${(tookMs / 1_000).toFixed(1)} |`);
}
console.log(`\n${caught} of ${rows.length} caught, ${(totalMs / 1_000 / rows.length).toFixed(1)} s each.`);
process.exitCode = caught === rows.length ? 0 : 1;
