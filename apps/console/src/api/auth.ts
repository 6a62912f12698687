// The endpoints of better-auth at /console/auth. Its own client is larger than all that the console asks of it.

const MESSAGES: Readonly<Record<number, string>> = {
  401: 'The e-mail address or the password is wrong.',
  429: 'Too many attempts. Wait a minute and try again.',
};

async function call<TData>(path: string, body?: object): Promise<TData> {
  const init = body === undefined ? {} : jsonBody(body);
  const response = await fetch(`/console/auth${path}`, init);
  const data = await response.json().catch(() => null);
  if (response.ok) return data;
  const message = MESSAGES[response.status] ?? data?.message ?? `The service answered ${response.status}.`;
  throw new Error(message);
}

function jsonBody(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export interface Passkey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt: string;
}

export interface BrowserSession {
  readonly id: string;
  readonly token: string;
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
  readonly createdAt: string;
}

export async function signInByPassword(email: string, password: string): Promise<void> {
  await call('/sign-in/email', { email, password });
}

/** Starts the sign-in at an identity provider and goes there. */
export async function signInByProvider(provider: string): Promise<void> {
  const callbackURL = '/console/';
  const errorCallbackURL = '/console/sign-in';
  const { url } = await call<{ url: string }>('/sign-in/social', {
    provider,
    callbackURL,
    errorCallbackURL,
  });
  location.assign(url);
}

/** Asks for any passkey of this host. */
export async function signInByPasskey(): Promise<void> {
  const options = await call<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  await call('/passkey/verify-authentication', { response: asJson(credential) });
}

/** Makes a passkey on this device and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const query = new URLSearchParams({ name });
  const options = await call<PublicKeyCredentialCreationOptionsJSON>(
    `/passkey/generate-register-options?${query}`,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  await call('/passkey/verify-registration', { response: asJson(credential), name });
}

function asJson(credential: Credential | null): unknown {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new Error('The browser gave no passkey.');
}

export function listPasskeys(): Promise<Passkey[]> {
  return call('/passkey/list-user-passkeys');
}

export async function deletePasskey(id: string): Promise<void> {
  await call('/passkey/delete-passkey', { id });
}

export function listSessions(): Promise<BrowserSession[]> {
  return call('/list-sessions');
}

export async function revokeSession(token: string): Promise<void> {
  await call('/revoke-session', { token });
}

/** Ends every session of the user, this one included. */
export async function signOutEverywhere(): Promise<void> {
  await call('/revoke-sessions', {});
}

export async function signOut(): Promise<void> {
  await call('/sign-out', {});
}

/** Changes the password and ends all other sessions. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await call('/change-password', { currentPassword, newPassword, revokeOtherSessions: true });
}
