// Command: gives the service each of the faults, and prints what finds it: checks of the gate, or the model.
// `--only` takes a pattern of `operation: fault`.
import { parseArgs } from 'node:util';
import { startGateBench, startModelBench } from './breakable-service.ts';
import { LIFECYCLE_MUTANTS } from './lifecycle-mutants.ts';
import type { ServiceMutant } from './mutant.ts';
import { SERVICE_MUTANTS } from './service-mutants.ts';

const GATE_TIME_MS = 300_000;
const MODEL_TIME_MS = 30_000;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const pattern = new RegExp(values.only);
const isWanted = ({ name, operation = 'model' }: { name: string; operation?: string }) =>
  pattern.test(`${operation}: ${name}`);

function print(name: string, found: string, isRight: boolean): void {
  console.log(`| ${name} | ${found.replaceAll(/\s+/g, ' ').slice(0, 160) || 'nothing'} |`);
  if (!isRight) process.exitCode = 1;
}

async function askGate(): Promise<void> {
  const mutants = SERVICE_MUTANTS.filter(isWanted);
  for (const operation of new Set(mutants.map((mutant) => mutant.operation))) {
    const own = mutants.filter((mutant) => mutant.operation === operation);
    const none: ServiceMutant = {
      name: `none in ${operation}`,
      operation,
      deliver: (delivery, forward) => forward(delivery),
    };
    // A callback would wait behind the tasks that the run before has submitted.
    const parts = operation.startsWith('POST ') ? [none, ...own].map((one) => [one]) : [[none, ...own]];
    for (const part of parts) {
      await using bench = await startGateBench(GATE_TIME_MS);
      for (const mutant of part) {
        const checks = await bench.run(operation, mutant);
        print(mutant.name, checks.join(', '), checks.length > 0 === (mutant !== none));
      }
    }
  }
}

async function askModel(): Promise<void> {
  const mutants = LIFECYCLE_MUTANTS.filter(isWanted);
  if (mutants.length === 0) return;
  await using bench = await startModelBench(MODEL_TIME_MS);
  const alarm = await bench.compare();
  print('no fault, by the model', alarm ?? '', alarm === undefined);
  for (const mutant of mutants) {
    const difference = await bench.compare(mutant);
    print(mutant.name, difference ?? '', difference !== undefined);
  }
}

console.log('| fault | found by |\n|---|---|');
await askModel();
await askGate();
