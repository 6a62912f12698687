// Callbacks received over HTTP, in the types that frameworks pass to handlers.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { deliver } from '../../tests/support/callback-receiver.ts';
import { unwrapCallback } from '../webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NOW = 1_700_000_000;
const BODY = JSON.stringify({
  id: 'task_1',
  status: 'failed',
  created_at: NOW,
  model: 'video-2-0',
  data: { failed_reason: 'provider_failed', credits_refunded: 50 },
});
const signature = createHmac('sha256', Buffer.alloc(32, 1)).update(`msg_1.${NOW}.${BODY}`).digest('base64');
const DELIVERY = {
  body: BODY,
  headers: {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(NOW),
    'Webhook-Signature': `v1,${signature}`,
  },
};
const now = () => NOW * 1000;

/** Headers of another class, as in undici, node-fetch and service workers of other realms. */
class ForeignHeaders {
  readonly #values: Map<string, string>;

  constructor(entries: readonly (readonly [string, string])[]) {
    this.#values = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  entries() {
    return this.#values.entries();
  }

  [Symbol.iterator]() {
    return this.entries();
  }
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : [],
  );
}

test('OPEN-10 compares header names case-insensitively', async () => {
  const event = await deliver(DELIVERY, ({ rawHeaders }, body) =>
    unwrapCallback({ body, headers: Object.fromEntries(pairs(rawHeaders)) }, { secrets: [SECRET], now }),
  );
  expect(event).toEqual(JSON.parse(BODY));
});

test('OPEN-10 accepts arrays of header values, as in headersDistinct of Node', async () => {
  const event = await deliver(DELIVERY, ({ headersDistinct }, body) =>
    unwrapCallback({ body, headers: headersDistinct }, { secrets: [SECRET], now }),
  );
  expect(event).toEqual(JSON.parse(BODY));
});

test('OPEN-10 accepts Headers of another class', async () => {
  const event = await deliver(DELIVERY, ({ rawHeaders }, body) =>
    unwrapCallback({ body, headers: new ForeignHeaders(pairs(rawHeaders)) }, { secrets: [SECRET], now }),
  );
  expect(event).toEqual(JSON.parse(BODY));
});

test('reports an already parsed body as a configuration error, not as a forgery', async () => {
  const refused = deliver(DELIVERY, ({ headers }, body) =>
    unwrapCallback({ body: JSON.parse(body.toString()), headers }, { secrets: [SECRET], now }),
  );
  await expect(refused).rejects.toMatchObject({ code: 'configuration_invalid' });
  await expect(refused).rejects.toThrow(/body was parsed/);
});

test('OPEN-10 accepts a valid secret next to a malformed one', async () => {
  const event = await deliver(DELIVERY, ({ headers }, body) =>
    unwrapCallback({ body, headers }, { secrets: ['whsec_***', SECRET, 'whpk_AAAA'], now }),
  );
  expect(event).toEqual(JSON.parse(BODY));
});

const another = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

test.each<[string, string[], RegExp]>([
  ['nothing but a malformed secret', ['secret'], /secrets\[0\]/],
  ['a malformed secret where no other one fits', [another, 'whpk_AAAA'], /secrets\[1\]/],
  ['no secret at all', [], /secrets/],
])(
  'reports %s as a configuration error with its position, not as a forgery',
  async (_, secrets, position) => {
    const refused = deliver(DELIVERY, ({ headers }, body) =>
      unwrapCallback({ body, headers }, { secrets, now }),
    );
    await expect(refused).rejects.toMatchObject({ code: 'configuration_invalid' });
    await expect(refused).rejects.toThrow(position);
    await expect(refused).rejects.not.toThrow(/AAAA/);
  },
);

test.each(['Webhook-Id', 'Webhook-Timestamp', 'Webhook-Signature'] as const)(
  'a callback without %s is refused by that name',
  async (name) => {
    const { [name]: _, ...headers } = DELIVERY.headers;
    const refused = deliver({ body: BODY, headers }, (request, body) =>
      unwrapCallback({ body, headers: request.headers }, { secrets: [SECRET], now }),
    );
    await expect(refused).rejects.toMatchObject({ code: 'callback_invalid' });
    await expect(refused).rejects.toThrow(new RegExp(`lacks the header ${name.toLowerCase()}\\.`));
  },
);

test('OPEN-10 accepts a Request, an IncomingMessage and an already read rawBody', async () => {
  const options = { secrets: [SECRET], now };
  const request = new Request('http://127.0.0.1/', { method: 'POST', ...DELIVERY });
  expect(await unwrapCallback(request, options)).toEqual(JSON.parse(BODY));
  const read = await deliver(DELIVERY, (message, rawBody) => {
    const { headers } = message;
    return unwrapCallback({ headers, body: JSON.parse(rawBody.toString()), rawBody }, options);
  });
  expect(read).toEqual(JSON.parse(BODY));
});

test('reports an already read Request as a configuration error', async () => {
  const request = new Request('http://127.0.0.1/', { method: 'POST', ...DELIVERY });
  await request.json();
  await expect(unwrapCallback(request, { secrets: [SECRET], now })).rejects.toMatchObject({
    code: 'configuration_invalid',
  });
});

test('rejects a Request without a body as an invalid callback, not as a configuration error', async () => {
  const request = new Request('http://127.0.0.1/', { method: 'POST', headers: DELIVERY.headers });
  await expect(unwrapCallback(request, { secrets: [SECRET], now })).rejects.toMatchObject({
    code: 'callback_invalid',
  });
});
