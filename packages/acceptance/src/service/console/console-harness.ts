// The console in a real browser: the service as `npm start` brings it up, a receiver of callbacks, and someone who signs in.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startBrowser } from '@keyframe/test-kit/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type Service, startService } from '../../support/service.ts';

export const ADA = {
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  password: 'correct horse battery staple',
};
/** For machines that are busy. */
const PATIENCE_MS = 90_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of the browser, with what it complained about. */
export interface Visit {
  readonly page: Page;
  /** Errors of the page and requests to other hosts than the service. */
  readonly complaints: readonly string[];
}

export interface ConsoleHarness extends AsyncDisposable {
  readonly service: Service;
  readonly receiver: Receiver;
  /** `http://localhost:port`, where a browser allows passkeys. */
  readonly origin: string;
  /** The one-time link that the start printed. */
  readonly link: string;
  visit(options?: BrowserContextOptions): Promise<Visit>;
}

export interface ConsoleOptions {
  /** Switches of the browser. */
  readonly switches?: readonly string[];
  /** Environment of the service on top of what it has in every suite. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts everything. */
export async function startConsole({
  switches = [],
  env = {},
}: ConsoleOptions = {}): Promise<ConsoleHarness> {
  await using resources = new AsyncDisposableStack();
  const receiver = resources.use(await startReceiver());
  const service = resources.use(await startService({ env: { ...receiver.env, ...env } }));
  const browser: Browser = resources.adopt(await startBrowser(switches), (started) => started.close());
  const [, link = ''] = await service.child.waitForOutput(/^ *Console +(\S+)/m);
  const { origin } = new URL(link);
  const owned = resources.move();
  return {
    service,
    receiver,
    origin,
    link,
    visit: (options) => openPage(browser, [origin, service.url], options),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function openPage(
  browser: Browser,
  hosts: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!hosts.some((host) => request.url().startsWith(`${host}/`))) complaints.push(`asks ${request.url()}`);
  });
  return { page, complaints };
}

/** Opens the one-time link and becomes the first operator. */
export async function setUp(page: Page, link: string, { email, name, password } = ADA): Promise<void> {
  await page.goto(link);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

/** Signs in by password on the current page, which must contain the form. */
export async function signIn(page: Page, { email, password } = ADA): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Lists the accessibility violations that axe finds on the page, by all of its rules or by some. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Not as an element, which the policy of the page refuses.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const options = rules ? { runOnly: rules } : {};
  const found = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
}
