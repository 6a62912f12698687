/** Exchange of an authorization code at the identity provider, limited in time and size: better-auth's own has no limits. */
import { z } from 'zod';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

const discovery = z.object({ token_endpoint: z.url() });
const tokens = z.object({
  access_token: z.string().optional(),
  id_token: z.string(),
  token_type: z.string().optional(),
});

export interface OidcSettings {
  /** Its discovery document is at `/.well-known/openid-configuration` below it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the button. */
  readonly name: string;
}

export interface CodeExchange {
  readonly code: string;
  readonly redirectURI: string;
  readonly codeVerifier?: string | undefined;
}

/**
 * Returns the tokens of a sign-in.
 * @throws if the provider does not answer within 10 seconds and 256 KiB, or not as OpenID Connect Core 3.1.3.3 specifies
 */
export async function exchangeCode(
  { issuer, clientId, clientSecret }: OidcSettings,
  { code, redirectURI, codeVerifier }: CodeExchange,
  timeoutMs = TIMEOUT_MS,
) {
  const signal = AbortSignal.timeout(timeoutMs);
  const found = await fetchJson(`${issuer}/.well-known/openid-configuration`, { signal });
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectURI,
    client_id: clientId,
    client_secret: clientSecret,
    ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
  });
  const { token_endpoint: endpoint } = discovery.parse(found);
  const answer = await fetchJson(endpoint, { method: 'POST', body, signal, redirect: 'error' });
  const { access_token: accessToken, id_token: idToken, token_type: tokenType } = tokens.parse(answer);
  return {
    idToken,
    ...(accessToken !== undefined && { accessToken }),
    ...(tokenType !== undefined && { tokenType }),
  };
}

async function fetchJson(url: string, options: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...options, headers: { accept: 'application/json' } });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`The response of ${url} is larger than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  if (!response.ok)
    throw new Error(`Request failed: ${options.method ?? 'GET'} ${url} (status ${response.status})`);
  return JSON.parse(Buffer.concat(chunks).toString());
}
