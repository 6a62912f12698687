// Faults of callbacks.
import type { Forward, ProxiedDelivery } from './callback-proxy.ts';
import type { Members, ServiceMutant } from './mutant.ts';

const SUBMIT = 'POST /v1/videos/generations';

function delivering(name: string, deliver: NonNullable<ServiceMutant['deliver']>): ServiceMutant {
  return { name, operation: SUBMIT, deliver };
}

/** Changes each delivery on its way. */
function changed(name: string, change: (delivery: ProxiedDelivery) => void): ServiceMutant {
  return delivering(name, (delivery, forward) => {
    change(delivery);
    return forward(delivery);
  });
}

function withBody(change: (body: Members) => unknown) {
  return (delivery: ProxiedDelivery) => {
    delivery.body = Buffer.from(JSON.stringify(change(JSON.parse(delivery.body.toString()))));
  };
}

const isRetry = ({ number }: ProxiedDelivery) => number > 1;

async function twice(delivery: ProxiedDelivery, forward: Forward): Promise<number> {
  await forward(delivery);
  return forward(delivery);
}

/** The faults. */
export const CALLBACK_MUTANTS: readonly ServiceMutant[] = [
  delivering('no callback is sent', async () => 200),
  changed(
    'a callback has an unknown status',
    withBody((body) => ({ ...body, status: 'done' })),
  ),
  changed(
    'a callback lacks its data',
    withBody(({ data: _, ...body }) => body),
  ),
  changed(
    'a callback is of another task',
    withBody((body) => ({ ...body, id: `${body.id}0` })),
  ),
  changed('a callback is not JSON', (delivery) => {
    delivery.body = delivery.body.subarray(1);
  }),
  changed('a callback comes as text', ({ headers }) => headers.set('content-type', 'text/plain')),
  changed('a callback is not signed', ({ headers }) => headers.delete('webhook-signature')),
  changed('a callback has no id', ({ headers }) => headers.delete('webhook-id')),
  changed('a callback has the time of another day', ({ headers }) =>
    headers.set('webhook-timestamp', String(Number(headers.get('webhook-timestamp')) - 86_400)),
  ),
  changed('a callback is changed behind its signature', (delivery) => {
    delivery.body = Buffer.concat([delivery.body, Buffer.from(' ')]);
  }),
  changed('a callback has the signature of another key', ({ headers }) =>
    headers.set('webhook-signature', String(headers.get('webhook-signature')).replaceAll(/[a-f]/g, 'A')),
  ),
  changed('a callback comes as PUT', (delivery) => {
    delivery.method = 'PUT';
  }),
  changed('a callback comes to another path', (delivery) => {
    delivery.path += '/events';
  }),
  delivering('a callback comes twice', twice),
  delivering('a callback that failed is not repeated', async (delivery, forward) =>
    isRetry(delivery) ? 200 : Math.min(await forward(delivery), 200),
  ),
  delivering('a callback is repeated once too often', (delivery, forward) =>
    delivery.number === 6 ? twice(delivery, forward) : forward(delivery),
  ),
  delivering('a callback that failed is repeated at once', async (delivery, forward) => {
    const status = await forward(delivery);
    return status === 500 ? forward(delivery) : status;
  }),
  changed('a repeated callback has other bytes', (delivery) => {
    if (isRetry(delivery)) withBody((body) => ({ ...body, created_at: 1 }))(delivery);
  }),
  changed('a repeated callback has another id', (delivery) => {
    if (isRetry(delivery)) delivery.headers.set('webhook-id', `again_${delivery.number}`);
  }),
];
