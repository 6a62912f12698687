// An OpenID Connect provider on loopback, whose pages sign in anyone who enters a known address.
import { createServer } from 'node:http';
import { freePort } from '@keyframe/test-kit';
import Provider from 'oidc-provider';

export interface ProviderAccount {
  readonly email: string;
  readonly isVerified: boolean;
}

/** A running provider; disposing of it stops it. */
export interface IdentityProvider extends AsyncDisposable {
  /** Lets the service use it. */
  readonly env: Readonly<Record<`OIDC_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'NAME'}`, string>>;
}

const CLIENT = { id: 'keyframe', secret: 'a secret of the client' };

/** Starts a provider that knows some accounts, each by its address, and leads back to a console at `origin`. */
export async function startIdentityProvider(
  origin: string,
  accounts: readonly ProviderAccount[],
): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${origin}/console/auth/callback/oidc`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of its cookies'] },
    findAccount: (_, accountId) => {
      const account = accounts.find(({ email }) => email === accountId);
      if (account === undefined) return undefined;
      const { email, isVerified } = account;
      return {
        accountId,
        claims: () => ({ sub: accountId, email, email_verified: isVerified, name: email }),
      };
    },
  });
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Acme SSO',
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
