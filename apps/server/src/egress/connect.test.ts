import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Connects to a closed port with descriptors, and without any. */
const SCRIPT = `
  import { openSync } from 'node:fs';
  import { createEgress } from '${import.meta.dirname}/egress.ts';
  const egress = createEgress({ allow: ['127.0.0.1:1'] });
  const limits = { timeoutMs: 5_000, maxResponseBytes: 1_024, protocols: ['http:'] };
  const attempt = () => egress.request({ method: 'GET', url: 'http://127.0.0.1:1', ...limits })
    .catch(({ name, reason }) => ({ name, reason }));
  const results = [await attempt()];
  try {
    for (;;) openSync('/dev/null');
  } catch {}
  results.push(await attempt());
  console.log(JSON.stringify(results));
`;

test('a process without descriptors does not blame the host that it could not connect to', async () => {
  const command = 'ulimit -n 256 && exec "$0" --input-type=module-typescript --eval "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, SCRIPT]);
  expect(JSON.parse(stdout)).toEqual([
    { name: 'EgressError', reason: 'connect' },
    { name: 'EgressError', reason: 'exhausted' },
  ]);
});
