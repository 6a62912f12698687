// The endpoints of better-auth at /console/auth. Its own client is larger than the few calls that the console needs.

/** Messages for the statuses of one endpoint; for any other status, the message of the service is shown. */
type Messages = Readonly<Record<number, string>>;

const TOO_MANY = 'Too many attempts. Wait a minute and try again.';
const EVERYWHERE: Messages = { 401: 'Your session has ended. Sign in again.', 429: TOO_MANY };
const WRONG_PASSWORD: Messages = { 401: 'The e-mail address or the password is wrong.' };
const WRONG_CURRENT_PASSWORD: Messages = { 400: 'The current password is wrong.' };
const ENDED_LINK: Messages = { 400: 'This link was used before, or it has expired. Request another one.' };
const UNKNOWN_PASSKEY = 'This passkey does not open any account here. Sign in another way.';
const WRONG_PASSKEY: Messages = { 400: UNKNOWN_PASSKEY, 401: UNKNOWN_PASSKEY };

async function call<TData>(path: string, body?: object, messages: Messages = {}): Promise<TData> {
  const init = body === undefined ? {} : jsonBody(body);
  const response = await fetch(`/console/auth${path}`, init).catch((cause) => {
    throw new Error('The service cannot be reached. Check your connection and try again.', { cause });
  });
  const data = await response.json().catch(() => null);
  if (response.ok) return data;
  const known = messages[response.status] ?? EVERYWHERE[response.status];
  throw new Error(known ?? data?.message ?? `The service returned status ${response.status}. Try again.`);
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
  await call('/sign-in/email', { email, password }, WRONG_PASSWORD);
}

/** Starts the sign-in at an identity provider and redirects to it; it returns to `next`, a path of the console. */
export async function signInByProvider(provider: string, next: string): Promise<void> {
  const callbackURL = `/console${next}`;
  const errorCallbackURL = '/console/sign-in';
  const { url } = await call<{ url: string }>('/sign-in/social', {
    provider,
    callbackURL,
    errorCallbackURL,
  });
  location.assign(url);
}

/** Requests any passkey of this host. */
export async function signInByPasskey(): Promise<void> {
  const options = await call<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey }).catch(refusedByBrowser);
  await call('/passkey/verify-authentication', { response: asJson(credential) }, WRONG_PASSKEY);
}

/** Creates a passkey on this device and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const query = new URLSearchParams({ name });
  const options = await call<PublicKeyCredentialCreationOptionsJSON>(
    `/passkey/generate-register-options?${query}`,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch(refusedByBrowser);
  await call('/passkey/verify-registration', { response: asJson(credential), name });
}

function asJson(credential: Credential | null): unknown {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new Error('The browser returned no passkey. Try again.');
}

/** Translates WebAuthn errors into messages for users, because those of browsers are for developers. */
function refusedByBrowser(cause: unknown): never {
  const name = cause instanceof DOMException ? cause.name : '';
  if (name === 'NotAllowedError') {
    throw new Error('No passkey was used: the request was canceled or timed out. Try again.', { cause });
  }
  if (name === 'InvalidStateError')
    throw new Error('This device already has a passkey for your account.', { cause });
  throw cause;
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

/** Ends every session of the user, including this one. */
export async function signOutEverywhere(): Promise<void> {
  await call('/revoke-sessions', {});
}

export async function signOut(): Promise<void> {
  await call('/sign-out', {});
}

/** Changes the password and ends all other sessions. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const body = { currentPassword, newPassword, revokeOtherSessions: true };
  await call('/change-password', body, WRONG_CURRENT_PASSWORD);
}

/** Sends a link that sets a new password to the address, if a user has it. */
export async function requestPasswordReset(email: string): Promise<void> {
  await call('/request-password-reset', { email });
}

/** Sets a new password with the token of a link. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await call('/reset-password', { token, newPassword }, ENDED_LINK);
}
