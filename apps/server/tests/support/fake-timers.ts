// Time that passes only when a test says so, for timers that no answer of a peer ends.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { vi } from 'vitest';

/** Fakes the timers of the code under test until it is disposed; those of sockets, servers and databases stay real. */
export function fakeTimers(): Disposable {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  return { [Symbol.dispose]: () => vi.useRealTimers() };
}

/** Resolves when a client of node:http in this process has received the next head of a response. */
export function nextResponse(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const note = () => {
    unsubscribe('http.client.response.finish', note);
    resolve();
  };
  subscribe('http.client.response.finish', note);
  return promise;
}
