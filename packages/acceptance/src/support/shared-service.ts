// One service for the suites that need it as `npm start` brings it up and leave alone what is not theirs. It starts once
// in a run, as a global setup.
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type InProcessOperator, openOperator } from './in-process-operator.ts';
import { type Service, startService } from './service.ts';

type Started = Pick<Service, 'url' | 'testKey' | 'dataDirectory'>;

declare module 'vitest' {
  interface ProvidedContext {
    service: Started;
  }
}

/** The shared service, to which other suites send requests, too; disposing of it closes only the operator's connections. */
export interface SharedService extends Started, AsyncDisposable {
  readonly operator: InProcessOperator;
}

/** Connects to the shared service. */
export async function openSharedService(): Promise<SharedService> {
  const started = inject('service');
  const operator = await openOperator(started.dataDirectory);
  return { ...started, operator, [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose]() };
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const service = await startService();
  const { url, testKey, dataDirectory } = service;
  provide('service', { url, testKey, dataDirectory });
  return async () => {
    await service[Symbol.asyncDispose]();
  };
}
