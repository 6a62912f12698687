/** OpenID Connect provider over HTTP that signs in the account that a test chooses. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

export const CLIENT = { id: 'keyframe', secret: 'a secret of the client' };

/** Starts the provider; `provider.person` is who signs in next. */
export async function startIdentityProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { readonly challenge: string; readonly nonce: string | undefined }>();
  const provider = { person: undefined as Person | undefined };
  const app = new Hono();
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app.get('/.well-known/openid-configuration', (context) =>
    context.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  );
  app.get('/jwks', (context) => {
    const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
    return context.json({ keys: [key] });
  });
  app.get('/authorize', ({ req, redirect }) => {
    const { code_challenge: challenge = '', nonce, state = '', redirect_uri = '' } = req.query();
    const code = randomBytes(16).toString('hex');
    codes.set(code, { challenge, nonce });
    return redirect(`${redirect_uri}?${new URLSearchParams({ code, state })}`);
  });
  app.post('/token', async (context) => {
    const { code, code_verifier } = (await context.req.parseBody()) as Record<string, string>;
    const known = codes.get(code ?? '');
    const challenge = createHash('sha256')
      .update(code_verifier ?? '')
      .digest('base64url');
    if (known?.challenge !== challenge) return context.json({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 60 };
    const { nonce } = known;
    const claims = { ...provider.person, iss: issuer, aud: CLIENT.id, nonce, ...times };
    const signed = [{ alg: 'RS256', kid: 'one' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
    return context.json({ access_token: 'a', token_type: 'Bearer', id_token: `${signed}.${signature}` });
  });
  return { provider, issuer, stop: () => new Promise<unknown>((resolve) => server.close(resolve)) };
}
