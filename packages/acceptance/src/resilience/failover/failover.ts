// Command: a service under load on a cluster of three PostgreSQLs, whose primary fails in nine ways.
import { fileURLToPath } from 'node:url';
import { createDataDirectory } from '@keyframe/test-kit';
import { runIsolated } from './isolate.ts';
import { listMissing, surveyMachine } from './prerequisites.ts';

const NOT_PREPARED = 2;
const NOT_RUN = 3;
const missing = listMissing(surveyMachine());
if (missing.length > 0) {
  console.error(`This machine lacks what the run needs:\n${missing.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = NOT_PREPARED;
} else {
  const script = fileURLToPath(import.meta.resolve('./isolated-failover.ts'));
  await using data = await createDataDirectory();
  process.exitCode = (await runIsolated(script, [data.path, ...process.argv.slice(2)])) ?? NOT_RUN;
}
