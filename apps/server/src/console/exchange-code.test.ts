import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { exchangeCode } from './exchange-code.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function givenProvider(answerToken: RequestListener) {
  const server = createServer((request, response) => {
    if (request.url === '/token') return answerToken(request, response);
    return response.end(JSON.stringify({ token_endpoint: `${issuer}/token` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { issuer, clientId: 'keyframe', clientSecret: 'secret', name: 'SSO' };
}

const EXCHANGE = { code: 'code', redirectURI: 'http://localhost/callback', codeVerifier: 'verifier' };

test('returns the tokens of the provider', async () => {
  const settings = await givenProvider((_, response) => response.end('{"id_token":"i","access_token":"a"}'));
  expect(await exchangeCode(settings, EXCHANGE)).toEqual({ idToken: 'i', accessToken: 'a' });
});

test('gives up on a token endpoint that does not answer', async () => {
  const settings = await givenProvider(() => undefined);
  await expect(exchangeCode(settings, EXCHANGE, 200)).rejects.toThrow('timeout');
});

test('gives up on a response without end', async () => {
  const settings = await givenProvider((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  await expect(exchangeCode(settings, EXCHANGE)).rejects.toThrow('is larger than 262144 bytes');
});
