// The service with one fault at a time, under the checks of its contract.
import { fileURLToPath } from 'node:url';
import { loadVersion, runConformance } from '@keyframe/contract-gate';
import { type CallbackFault, startCallbackProxy } from './callback-proxy.ts';
import { startGateSubject } from './gate-subject.ts';
import { type Fault, startRewritingProxy } from './rewriting-proxy.ts';

/** A fault that a client can see, of responses, requests or callbacks. */
export interface ServiceFault extends Fault, CallbackFault {}

/** A running service that the gate checks. */
export interface GateBench extends AsyncDisposable {
  /** Names the checks that report something in an operation of the service with a fault. */
  run: (operation: string, fault: ServiceFault) => Promise<string[]>;
}

/** Starts a service for the gate; `maxTimeMs` is the time for one fault. */
export async function startGateBench(maxTimeMs: number): Promise<GateBench> {
  await using resources = new AsyncDisposableStack();
  const deliveries = resources.use(await startCallbackProxy());
  const subject = resources.use(await startGateSubject(deliveries.env));
  const { url, close: _close, callbacks, workflowInputs: _inputs, ...access } = subject.access;
  const proxy = resources.use(await startRewritingProxy(url));
  const document = await loadVersion(fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json')));
  // The proxy has the certificate.
  const { caFile: _caFile, webhooks: _webhooks, port = 0, ...receiver } = callbacks ?? {};
  deliveries.setReceiver(port);
  const owned = resources.move();
  return {
    async run(operation, fault) {
      proxy.break(fault);
      deliveries.break(fault);
      let isReported = false;
      const { findings } = await runConformance({
        ...access,
        // Repeated deliveries take most of the time.
        callbacks: { ...receiver, port, url: deliveries.url, retries: 0 },
        document,
        server: new URL(proxy.url),
        seed: 1,
        workers: 4,
        propertyRuns: 1,
        include: [operation],
        // One finding is enough: the run ends with the phase that made it.
        get maxTimeMs() {
          return isReported ? 0 : maxTimeMs;
        },
        onProgress: (progress) => {
          isReported = progress.findings > 0;
        },
      });
      const certain = findings.filter(({ severity }) => severity !== 'note');
      return [...new Set(certain.map(({ check }) => check))];
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
