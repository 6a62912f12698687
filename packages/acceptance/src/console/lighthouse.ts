// Command: Lighthouse over the sign-in page and the overview, as phones and as desks see them; 1 when a category is below
// the least that the console promises.
import { freePort } from '@keyframe/test-kit';
import lighthouse, { desktopConfig } from 'lighthouse';
import { setUp, startConsole } from './console-harness.ts';

const LEAST = 95;
const CATEGORIES = ['performance', 'accessibility'];

const port = await freePort();
await using harness = await startConsole([`--remote-debugging-port=${port}`]);
const { page } = await harness.visit();
await setUp(page, harness.link);
const cookies = await page.context().cookies();
const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
await page.context().close();

async function score(path: string, isDesk: boolean, cookieHeader?: string): Promise<boolean> {
  const flags = {
    port,
    onlyCategories: CATEGORIES,
    ...(cookieHeader !== undefined && { extraHeaders: { Cookie: cookieHeader } }),
  };
  const run = await lighthouse(`${harness.origin}${path}`, flags, isDesk ? desktopConfig : undefined);
  const scores = Object.values(run?.lhr.categories ?? {}).map(({ id, score: share }) => ({
    id,
    points: Math.round((share ?? 0) * 100),
  }));
  const told = scores.map(({ id, points }) => `${id} ${points}`).join(', ');
  console.log(`${path} ${isDesk ? 'desk' : 'phone'}: ${told}`);
  return scores.length === CATEGORIES.length && scores.every(({ points }) => points >= LEAST);
}

const outcomes = [
  await score('/console/sign-in', false),
  await score('/console/sign-in', true),
  await score(`/console/owners/${harness.service.ownerId}`, false, cookie),
  await score(`/console/owners/${harness.service.ownerId}`, true, cookie),
];
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
