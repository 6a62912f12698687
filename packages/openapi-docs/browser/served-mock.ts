/** The mock that the page was served by. */
import type { Delivery, Seed } from '@keyframe/openapi-mock';
import { type PageMock, sendToServer } from './exchange.ts';
import { listNewest } from './newest-resources.ts';

const POLL_MS = 1_000;

/** Creates access to the mock whose control is at a path of the page's origin. */
export function createServedMock(control: string): PageMock {
  const call = async (method: string, path: string, body?: object) => {
    await fetch(`${control}/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  };
  const read = async <TValue>(path: string): Promise<TValue> => (await fetch(`${control}/${path}`)).json();
  return {
    send: sendToServer,
    listResources: async () => listNewest(await read<Seed>('worlds/default')),
    onCallback(listener) {
      const ids = new Set<string>();
      const poll = async () => {
        for (const { id, method = 'POST', url, body, result } of await read<Delivery[]>('deliveries')) {
          if (ids.has(id)) continue;
          ids.add(id);
          const headers = { 'webhook-id': id, result: String(result) };
          listener({ method, url, headers, body: body === undefined ? '' : JSON.stringify(body) });
        }
      };
      setInterval(() => void poll().catch(() => undefined), POLL_MS);
    },
    setFault: (fault) => (fault === undefined ? call('DELETE', 'faults') : call('POST', 'faults', { fault })),
    advance: () => call('POST', 'advance'),
    reset: () => call('DELETE', 'worlds/default'),
  };
}
