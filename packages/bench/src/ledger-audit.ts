import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ADMIN_SCRIPT = fileURLToPath(new URL('../../../apps/server/src/admin.ts', import.meta.url));

/** Lets the operator's own command recompute every balance; throws when one is wrong. */
export async function assertBalanced(databaseUrl: string): Promise<void> {
  // The command ends with 1 when the ledger is not balanced, which rejects with what it found.
  const args = [ADMIN_SCRIPT, 'ledger', 'audit', '--json'];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const audit: { readonly balanced?: boolean } = JSON.parse(stdout);
  if (audit.balanced !== true) throw new Error(`The ledger is not balanced: ${stdout}`);
}
