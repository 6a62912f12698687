// Passkeys in a real browser, whose authenticator is a virtual one of the DevTools protocol.
import { generateKeyPairSync } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADA, type ConsoleHarness, setUp, signIn, startConsole } from './console-harness.ts';

let harness: ConsoleHarness;
let page: Page;
let devTools: CDPSession;
let authenticatorId: string;

beforeAll(async () => {
  harness = await startConsole();
  page = (await harness.visit()).page;
  await setUp(page, harness.link);
  devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  ({ authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', { options }));
});
afterAll(() => harness?.[Symbol.asyncDispose]());

async function credentials() {
  return (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

async function openAccount(): Promise<void> {
  await page.goto(`${harness.origin}/console/account`);
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
}

async function signOut(): Promise<void> {
  // Selects the button of the menu, which every page has: the account page has its own.
  await page.getByLabel('Sign out', { exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in to Keyframe' }).waitFor();
}

const usePasskey = () => page.getByRole('button', { name: 'Sign in with a passkey' }).click();
const isSignedIn = async () => {
  const response = await page.request.get(`${harness.origin}/console/api/session`);
  return response.status() === 200;
};

test('a passkey is added in the account, which names it', async () => {
  await openAccount();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('laptop of Ada');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('cell', { name: 'laptop of Ada' }).waitFor();
  expect(await credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
});

test('the same device gets no second one', async () => {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('again');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByText('This device already has a passkey for your account.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('it signs in without an address or a password', async () => {
  await signOut();
  await usePasskey();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('without the user’s consent it signs nobody in, and the page says what to do', async () => {
  await signOut();
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await usePasskey();
  await page.getByText('No passkey was used: the request was canceled or timed out. Try again.').waitFor();
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  expect(await isSignedIn()).toBe(false);
});

test.each(['a key of its own', 'an id of its own'])(
  'a forged passkey with %s is refused',
  async (forgery) => {
    const [real] = await credentials();
    if (real === undefined) throw new Error('The authenticator has lost the passkey.');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forged =
      forgery === 'a key of its own'
        ? { ...real, privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64') }
        : { ...real, credentialId: Buffer.from('a credential of nobody').toString('base64') };
    await devTools.send('WebAuthn.clearCredentials', { authenticatorId });
    await devTools.send('WebAuthn.addCredential', { authenticatorId, credential: forged });
    await page.reload();
    await usePasskey();
    await page.getByText('This passkey does not open any account here. Sign in another way.').waitFor();
    expect(await isSignedIn()).toBe(false);
    await devTools.send('WebAuthn.clearCredentials', { authenticatorId });
    await devTools.send('WebAuthn.addCredential', { authenticatorId, credential: real });
  },
);

test('a passkey that was removed from the account signs in no more', async () => {
  await page.reload();
  await signIn(page, ADA);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openAccount();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys').waitFor();
  await signOut();
  await usePasskey();
  await page.getByText('This passkey does not open any account here. Sign in another way.').waitFor();
  expect(await isSignedIn()).toBe(false);
});
