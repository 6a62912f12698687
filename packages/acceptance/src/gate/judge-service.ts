// The gate's verdict on the service: everything that contract-gate can send, callbacks over TLS included.

import { fileURLToPath } from 'node:url';
import { type ConformanceResult, loadVersion, runConformance } from '@keyframe/contract-gate';
import { freePort } from '@keyframe/test-kit';
import { createTestCertificate } from '@keyframe/test-kit/tls';
import { createAccount } from '../service/account.ts';
import { startService } from '../service/service.ts';

/** How long to judge, and what to change about the service first. */
export interface JudgeOptions {
  seed: number;
  maxTimeMs: number;
  /** Random bodies per operation; see `propertyRuns`. */
  propertyRuns: number;
  /** The environment of a service that is made to go wrong. */
  env?: Readonly<Record<string, string>>;
  onProgress?: (phase: string) => void;
}

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const CREDITS = 1_000_000_000;
// What a sandbox renders is ready within about a second; a busy machine takes longer.
const CALLBACK_WAIT_MS = 60_000;

/** Starts a service and holds it to its contract. */
export async function judgeService(options: JudgeOptions): Promise<ConformanceResult> {
  const { seed, maxTimeMs, propertyRuns, env = {} } = options;
  await using certificate = await createTestCertificate();
  const port = await freePort();
  await using service = await startService({
    env: {
      EGRESS_ALLOW: `127.0.0.1:${port}`,
      EGRESS_CA: certificate.caFile,
      CALLBACK_RETRIES: '200ms,200ms,200ms',
      CALLBACK_TIMEOUT: '1s',
      // The gate sees the answers as the service makes them.
      RESPONSE_CHECK: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const own = await createAccount(service.operator, { credits: CREDITS });
  const other = await createAccount(service.operator, { credits: CREDITS });
  const reader = await service.operator.createKey(own.ownerId, 'test', ['tasks:read']);
  const writer = await service.operator.createKey(own.ownerId, 'test', ['videos:create']);
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const model = await loadVersion(DOCUMENT);
  return await runConformance({
    document: model,
    server: new URL(service.url),
    headers: bearer(own.key),
    otherHeaders: bearer(other.key),
    limited: [
      { headers: bearer(reader.key), scopes: ['tasks:read'] },
      { headers: bearer(writer.key), scopes: ['videos:create'] },
    ],
    callbacks: {
      port,
      tls: { key: certificate.key, cert: certificate.cert },
      waitMs: CALLBACK_WAIT_MS,
      retries: 3,
      secret: own.callbackSecret,
    },
    seed,
    maxTimeMs,
    propertyRuns,
    workers: 8,
    onProgress: ({ phase }) => options.onProgress?.(phase),
  });
}
