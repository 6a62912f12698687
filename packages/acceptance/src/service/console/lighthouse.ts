// Command: Lighthouse over the sign-in page and the overview, as phones and as desks see them; 1 when the median of a
// category is below the minimum of the console. A single run measures the rest of the machine's load as well.
import { freePort } from '@keyframe/test-kit';
import lighthouse, { desktopConfig } from 'lighthouse';
import { setUp, startConsole } from './console-harness.ts';

const LEAST = 95;
const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility'];

const port = await freePort();
await using harness = await startConsole({ switches: [`--remote-debugging-port=${port}`] });
const { page } = await harness.visit();
await setUp(page, harness.link);
const cookies = await page.context().cookies();
const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
await page.context().close();

async function measure(path: string, isDesk: boolean, cookieHeader?: string): Promise<Map<string, number>> {
  const flags = {
    port,
    onlyCategories: CATEGORIES,
    ...(cookieHeader !== undefined && { extraHeaders: { Cookie: cookieHeader } }),
  };
  const run = await lighthouse(`${harness.origin}${path}`, flags, isDesk ? desktopConfig : undefined);
  const categories = Object.values(run?.lhr.categories ?? {});
  return new Map(categories.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
}

async function score(path: string, isDesk: boolean, cookieHeader?: string): Promise<boolean> {
  const runs: Map<string, number>[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(path, isDesk, cookieHeader));
  const scores = CATEGORIES.map((id) => ({
    id,
    points: runs.map((run) => run.get(id) ?? 0).sort(ascending),
  }));
  const summary = scores.map(({ id, points }) => `${id} ${median(points)} (${points.join(' ')})`).join(', ');
  console.log(`${path} ${isDesk ? 'desk' : 'phone'}: ${summary}`);
  return scores.every(({ points }) => median(points) >= LEAST);
}

const ascending = (one: number, other: number) => one - other;
const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0;

const owner = `/console/owners/${harness.service.ownerId}`;
const outcomes = [
  await score('/console/sign-in', false),
  await score('/console/sign-in', true),
  await score(owner, false, cookie),
  await score(owner, true, cookie),
];
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
