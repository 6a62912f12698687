// Script: a whole server like that of `main.ts`, except for its provider.
import { parseConfig } from '../../src/config.ts';
import { startServer } from '../../src/server.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createFailingProvider } from './failing-provider.ts';

const config = parseConfig(process.env);
const { databaseUrl = '' } = config;
const server = await startServer({ ...config, databaseUrl }, createLog(config.logLevel), {
  createProvider: createFailingProvider,
  // A test need not wait as long as an operator for a dead process to be noticed.
  ...(process.env.LEASE_MS !== undefined && { leaseMs: Number(process.env.LEASE_MS) }),
});
process.once('SIGTERM', async () => {
  await server.stop();
  process.exit(0);
});
