// Command: holds the service with each of the faults to its contract, and prints which check finds it.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadVersion, runConformance } from '@keyframe/contract-gate';
import { startGateSubject } from './gate-subject.ts';
import { startRewritingProxy } from './rewriting-proxy.ts';
import { SERVICE_MUTANTS } from './service-mutants.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const document = await loadVersion(fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json')));

/** Names the checks that find something in one operation of a service with a fault, or none. */
async function main(): Promise<void> {
  await using subject = await startGateSubject();
  const { url, close: _close, callbacks: _callbacks, workflowInputs: _inputs, ...access } = subject.access;
  await using proxy = await startRewritingProxy(url);
  const judge = async (operation: string) => {
    const server = new URL(proxy.url);
    const options = { seed: 1, maxTimeMs: 60_000, workers: 4, propertyRuns: 1, include: [operation] };
    const { findings } = await runConformance({ ...access, ...options, document, server });
    return [...new Set(findings.filter(({ severity }) => severity === 'error').map(({ check }) => check))];
  };
  console.log(`| fault | found by |\n|---|---|\n| none | ${(await judge('GET /v1/credits')).join(', ')} |`);
  for (const mutant of SERVICE_MUTANTS.filter(({ name }) => name.includes(values.only))) {
    proxy.break(mutant);
    const checks = await judge(mutant.operation);
    console.log(`| ${mutant.name} | ${checks.join(', ') || 'nothing'} |`);
    if (checks.length === 0) process.exitCode = 1;
  }
}

await main();
