/** The mock that the page was served by. */
import type { Delivery, Seed } from '@keyframe/openapi-mock';
import { type PageMock, sendToServer } from './exchange.ts';
import { listNewest } from './newest-resources.ts';

const POLL_MS = 1_000;

/** Creates access to the mock whose control is at a path of the page's origin. */
export function createServedMock(control: string): PageMock {
  const read = async <TValue>(path: string): Promise<TValue> => (await fetch(`${control}/${path}`)).json();
  return {
    name: 'the mock',
    send: sendToServer,
    listResources: async () => listNewest(await read<Seed>('worlds/default')),
    onCallback(listener) {
      const seen = new Set<string>();
      const poll = async () => {
        for (const { id, method = 'POST', url, body, result } of await read<Delivery[]>('deliveries')) {
          if (seen.has(id)) continue;
          seen.add(id);
          listener({
            method,
            url,
            headers: { 'webhook-id': id, result: String(result) },
            body: body === undefined ? '' : JSON.stringify(body),
          });
        }
      };
      setInterval(() => void poll().catch(() => undefined), POLL_MS);
    },
  };
}
