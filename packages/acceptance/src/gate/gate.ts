// Command: the long run of the gate against the service; random bodies until its time is over.
import { parseArgs } from 'node:util';
import { judgeService } from './judge-service.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});

const { findings, statistics } = await judgeService({
  seed: Number(values.seed),
  maxTimeMs: Number(values.minutes) * 60_000,
  // Fixed, so that the phases behind the random bodies have their time as well.
  propertyRuns: 400 * Number(values.minutes),
  onProgress: (phase) => console.error(phase),
});
console.log(JSON.stringify({ statistics, findings }, undefined, 2));
process.exitCode = findings.length > 0 ? 1 : 0;
