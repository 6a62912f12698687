/** A console with someone who is signed in and has a team, an account and a balance as long as the contract allows. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { ADA, type ConsoleHarness, setUp, startConsole } from './console-harness.ts';

/** The longest name that the contract allows, without a space to break it at. */
export const LONG_NAME = 'W'.repeat(100);
const BALANCE = 999_999_000_000;

/** Starts a console for the calling test file. */
export function useSignedInConsole() {
  let harness: ConsoleHarness;
  let owner: string;
  let signedIn: NonNullable<BrowserContextOptions['storageState']>;
  let longOwner: string;

  beforeAll(async () => {
    harness = await startConsole();
    const { service } = harness;
    owner = `/owners/${service.ownerId}`;
    await service.operator.grant(service.ownerId, 'live', BALANCE);
    const { page } = await harness.visit();
    await setUp(page, harness.link, { ...ADA, name: LONG_NAME });
    const created = await page.request.post(`${harness.origin}/console/api/operator/owners`, {
      data: { name: LONG_NAME },
      headers: { origin: harness.origin },
    });
    longOwner = (await created.json()).owner.id;
    signedIn = await page.context().storageState();
    await page.context().close();
  });
  afterAll(() => harness?.[Symbol.asyncDispose]());

  async function open(
    path: string,
    prepare?: (page: Page) => Promise<unknown>,
    width = 1_440,
  ): Promise<Page> {
    const { page } = await harness.visit({ viewport: { width, height: 900 }, storageState: signedIn });
    await prepare?.(page);
    await page.goto(`${harness.origin}/console${path}`);
    return page;
  }

  return {
    harness: () => harness,
    /** Path of the owner whose member is signed in. */
    owner: () => owner,
    /** Id of an owner with the longest name. */
    longOwner: () => longOwner,
    open,
  };
}
