// Runs everything that contract-gate can send against the service, callbacks over TLS included.
import { fileURLToPath } from 'node:url';
import {
  type ConformanceOptions,
  type ConformanceResult,
  loadVersion,
  runConformance,
} from '@keyframe/contract-gate';
import { startGateSubject } from './gate-subject.ts';

/** The length of the run, and changes of the service. */
export interface GateRunOptions
  extends Pick<ConformanceOptions, 'include' | 'maxTimeMs' | 'propertyRuns' | 'seed'> {
  /** The environment of a service that is made to go wrong. */
  env?: Readonly<Record<string, string>>;
}

const DOCUMENT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const WORKERS = 8;

/** Starts a service and holds it to its contract. */
export async function runGate({ env, ...options }: GateRunOptions): Promise<ConformanceResult> {
  await using subject = await startGateSubject(env);
  const { url, close: _close, workflowInputs: _inputs, ...access } = subject.access;
  return await runConformance({
    ...access,
    ...options,
    document: await loadVersion(DOCUMENT),
    server: new URL(url),
    workers: WORKERS,
  });
}
