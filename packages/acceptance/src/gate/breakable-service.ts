// The service with one fault at a time, under the checks of its contract.
import { fileURLToPath } from 'node:url';
import { loadVersion, runConformance } from '@keyframe/contract-gate';
import { startHarness } from '../end-to-end/harness.ts';
import { holdToModel } from '../model/hold-to-model.ts';
import { startCallbackProxy } from './callback-proxy.ts';
import { startGateSubject } from './gate-subject.ts';
import type { LifecycleMutant } from './lifecycle-mutants.ts';
import type { ServiceMutant } from './mutant.ts';
import { startRewritingProxy } from './rewriting-proxy.ts';

/** A running service that the gate checks. */
export interface GateBench extends AsyncDisposable {
  /** Names the checks that find something in an operation of the service with a fault, or without one. */
  run: (operation: string, mutant?: ServiceMutant) => Promise<string[]>;
}

/** Starts a service for the gate; `maxTimeMs` is the time for one fault. */
export async function startGateBench(maxTimeMs: number): Promise<GateBench> {
  await using resources = new AsyncDisposableStack();
  const deliveries = resources.use(await startCallbackProxy());
  const subject = resources.use(await startGateSubject(deliveries.env));
  const { url, close: _close, callbacks: own, workflowInputs: _inputs, ...access } = subject.access;
  const proxy = resources.use(await startRewritingProxy(url));
  const document = await loadVersion(fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json')));
  // The proxy has the certificate.
  const { caFile: _caFile, webhooks: _webhooks, port = 0, ...kept } = own ?? {};
  deliveries.setReceiver(port);
  const callbacks = { ...kept, port, url: deliveries.url };
  const owned = resources.move();
  return {
    async run(operation, mutant = { name: 'none', operation }) {
      proxy.break(mutant);
      deliveries.break(mutant);
      let isFound = false;
      const { findings } = await runConformance({
        ...access,
        // Repeated deliveries take most of the time.
        callbacks: mutant.deliver ? callbacks : { ...callbacks, retries: 0 },
        document,
        server: new URL(proxy.url),
        seed: 1,
        workers: 4,
        propertyRuns: 1,
        include: [operation],
        // One finding is enough: the run ends with the phase that made it.
        get maxTimeMs() {
          return isFound ? 0 : maxTimeMs;
        },
        onProgress: (progress) => {
          isFound = progress.findings > 0;
        },
      });
      const certain = findings.filter(({ severity }) => severity !== 'note');
      return [...new Set(certain.map(({ check }) => check))];
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A running service that is compared with its model. */
export interface ModelBench extends AsyncDisposable {
  /** Gives where the service with a fault, or without one, departs from the model; undefined where it does not. */
  compare: (mutant?: LifecycleMutant) => Promise<string | undefined>;
}

/** Starts a service for the model; `timeLimitMs` is the time for one fault. */
export async function startModelBench(timeLimitMs: number): Promise<ModelBench> {
  await using resources = new AsyncDisposableStack();
  let proxy: Awaited<ReturnType<typeof startRewritingProxy>> | undefined;
  const harness = resources.use(
    await startHarness(
      async (upstream) => {
        proxy = await startRewritingProxy(upstream);
        return {
          url: proxy.url,
          fetch: (request) => fetch(request),
          takeViolations: () => [],
          [Symbol.asyncDispose]: proxy[Symbol.asyncDispose],
        };
      },
      { TASK_TIMEOUT: '3s', RESULT_TTL: '2s' },
    ),
  );
  const { operator } = harness.service;
  const owned = resources.move();
  return {
    async compare(mutant) {
      proxy?.break(mutant?.start() ?? {});
      try {
        await holdToModel({ harness, operator, taskTimeoutMs: 3_000 }, { runs: 20, timeLimitMs, seed: 1 });
        return undefined;
      } catch (error) {
        const { cause = error } = Object(error);
        return cause instanceof Error ? cause.message : String(cause);
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
