import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startTlsReceiver, type TlsReceiver } from './tls-receiver.ts';

async function post({ caFile }: TlsReceiver, url: string, body: string) {
  const outgoing = request(url, { method: 'POST', agent: false, ca: readFileSync(caFile) }).end(body);
  const [response] = await once(outgoing, 'response');
  return { status: response.statusCode, body: await text(response) };
}

test.each(['127.0.0.1', 'localhost'])(
  'a request to %s is trusted, recorded and answered by the script',
  async (host) => {
    await using receiver = await startTlsReceiver({
      answer: ({ body }) => ({ status: 201, body: `got ${body}` }),
    });
    const url = `https://${host}:${receiver.port}/callbacks`;
    expect(await post(receiver, url, 'hello')).toEqual({ status: 201, body: 'got hello' });
    expect(await receiver.waitForRequests(1)).toMatchObject([
      { method: 'POST', path: '/callbacks', body: 'hello' },
    ]);
    expect(receiver.connections).toBe(1);
  },
);

test('a silent receiver says nothing, and ends its connections when it is closed', async () => {
  const receiver = await startTlsReceiver({ answer: { isSilent: true } });
  const answer = post(receiver, receiver.url, '').catch(({ code }: NodeJS.ErrnoException) => code);
  await receiver.waitForRequests(1);
  await receiver.close();
  expect(await answer).toBe('ECONNRESET');
  expect(existsSync(receiver.caFile)).toBe(false);
});
