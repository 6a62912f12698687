import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSite } from '../src/site.ts';

const site = readSite('https://api.example.com/keyframe/');

function text(path: string): string {
  return site.get(path)?.body.toString() ?? '';
}

test('every form of the site names the address of its server, and no other', () => {
  const url = 'https://api.example.com/keyframe';
  const servers = [{ url, description: 'This deployment of the service.' }];
  expect(text('reference/')).toContain(`"servers":${JSON.stringify([{ url }])}`);
  expect(text('')).toContain('https://api.example.com/keyframe/v1/videos/generations');
  expect(text('guides/quickstart.md')).toContain(
    'curl -s https://api.example.com/keyframe/v1/videos/generations',
  );
  expect(text('llms.txt')).toContain('(https://api.example.com/keyframe/docs/guides/quickstart.md)');
  expect(text('llms.txt')).toContain('(https://api.example.com/keyframe/docs/skills/test-a-server/SKILL.md)');
  expect(text('skills/test-a-server/SKILL.md')).toMatch(/^---\nname: test-a-server\n/);
  expect(text('sitemap-0.xml')).toContain(
    '<loc>https://api.example.com/keyframe/docs/guides/quickstart/</loc>',
  );
  expect(JSON.parse(text('openapi.json')).servers).toEqual(servers);
  const elsewhere = [...site].filter(
    ([, { body }]) => body.includes('localhost:4000') || body.includes('127.0.0.1:4000'),
  );
  // It says what a machine of one's own listens on.
  const paths = elsewhere.map(([path]) => path).filter((path) => !path.startsWith('guides/self-hosting'));
  // Both contain that guide.
  expect(paths.toSorted()).toEqual(['llms-full.txt', 'search/docs.json']);
});

test('each page has a title of its own: its heading and the name of the site', () => {
  const pages = [...site.keys()].filter((path) => path === '404.html' || /^(?!reference)\S+\/$/.test(path));
  expect(pages.length).toBeGreaterThan(100);
  const read = (pattern: RegExp, path: string) =>
    pattern.exec(text(path))?.[1]?.trim().replaceAll('&#39;', "'");
  const titles = pages.map((path) => read(/<title>(.*?)<\/title>/s, path));
  expect(titles).toEqual(pages.map((path) => `${read(/<h1[^>]*>(.*?)<\/h1>/s, path)} | Keyframe`));
  const isRepeated = (title: string | undefined) => titles.indexOf(title) !== titles.lastIndexOf(title);
  expect(titles.filter(isRepeated)).toEqual([]);
});

test('an address that has a meaning in pages or shells is written without it', () => {
  const page = readSite('https://api.example.com/a&b;$(c)').get('guides/quickstart/');
  expect(page?.body.toString()).toContain('https://api.example.com/a%26b%3B%24%28c%29');
});

test('the document can be downloaded in JSON and YAML, by its version and without, and is the contract', () => {
  const { version } = contract.info;
  const published = JSON.parse(text('openapi.json'));
  for (const name of ['openapi', `openapi-${version}`]) {
    expect(JSON.parse(text(`${name}.json`))).toEqual(published);
    expect(parse(text(`${name}.yaml`))).toEqual(published);
    expect(site.get(`${name}.yaml`)?.mediaType).toBe('application/yaml; charset=utf-8');
  }
  expect(published.openapi).toMatch(/^3\.1\./);
  const operations = Object.values<object>(published.paths).flatMap((item) => Object.values(item));
  for (const operation of operations) {
    const labels = operation['x-codeSamples'].map(({ label }: { label: string }) => label);
    expect(labels).toEqual(['curl', 'TypeScript', 'Python', 'Go']);
    delete operation['x-codeSamples'];
  }
  expect({ ...published, servers: contract.servers }).toEqual(contract);
});

test('the prices are those of the example, which the server keeps equal to its price table', () => {
  const page = text('api/concepts/pricing.md');
  const { data } = contract.components.examples['model-list'].value;
  expect(data.length).toBeGreaterThan(1);
  for (const { id, credits_per_second, video_reference_factor } of data) {
    const cells = [`\`${id}\``, ...Object.values(credits_per_second), `× ${video_reference_factor}`];
    expect(page).toContain(`| ${cells.join(' | ')} |`);
  }
  expect(page).toContain(`| model | ${Object.keys(data[0]?.credits_per_second ?? {}).join(' | ')} |`);
  expect(text('guides/credits/')).toContain('/docs/api/concepts/pricing/#default-prices');
});

test('releases stay where they were, and the changelog says what came after them', () => {
  expect(JSON.parse(text('openapi-1.0.0.json')).info.version).toBe('1.0.0');
  const changelog = text('api/changelog.md');
  expect(changelog.indexOf(`## ${contract.info.version}\n`)).toBeLessThan(changelog.indexOf('## 1.0.0\n'));
  expect(changelog).toContain(
    '[`GET /v1/credits`](/docs/api/operations/get-credits/):\n\n- An operation is new',
  );
  expect(changelog).not.toContain('### Breaking');
});

test('pictures are described in the Markdown of a page, which has other addresses', () => {
  const pages = [...site.keys()].filter((path) => /\.md$|^llms-full/.test(path));
  expect(pages.filter((path) => /!\[[^\]]*\]\(\./.test(text(path)))).toEqual([]);
  expect(text('index.md')).toContain('*Four frames of rendered videos');
});

test('a shared link has a title, a description and a picture, which come from the site', () => {
  const page = text('guides/idempotency/');
  expect(page).toContain('<meta property="og:title" content="Idempotency"');
  expect(page).toMatch(/<meta property="og:description" content="How to repeat a submission[^"]+"/);
  const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
  expect(image).toBe('https://api.example.com/keyframe/docs/preview.png');
  expect(site.get('preview.png')?.mediaType).toBe('image/png');
  expect(page).toContain('href="/docs/favicon.svg"');
  expect(site.get('favicon.svg')?.mediaType).toBe('image/svg+xml');
});

test('scripts inside a page are known by their hashes', () => {
  const scripts = [...text('').matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)];
  const inside = scripts.map(([, script = '']) => script).filter((script) => script !== '');
  const hashes = inside.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(hashes.length).toBeGreaterThan(0);
  expect(site.get('')?.scriptHashes).toEqual([...new Set(hashes)]);
});

test('a file is compressed once, and what is compressed already is left as it is', async () => {
  const page = site.get('reference/');
  const compressed = await page?.compressed?.();
  expect(await page?.compressed?.()).toBe(compressed);
  expect(gunzipSync(compressed ?? '').equals(page?.body ?? Buffer.of())).toBe(true);
  const images = [...site.values()].filter(({ mediaType }) => mediaType === 'image/png');
  expect(images.map(({ compressed: form }) => form)).toEqual(images.map(() => undefined));
});

test('every check of the gate has its page, which the index and the guide lead to', () => {
  const links = [...text('checks/').matchAll(/"\/docs\/(checks\/[\w-]+\/)#([\w-]+)"/g)];
  expect(links.length).toBeGreaterThan(200);
  const missing = links.filter(([, page = '', check]) => !text(page).includes(`id="${check}"`));
  expect(missing.map(([link]) => link)).toEqual([]);
  expect(text('guides/gate-reports/')).toContain('"/docs/checks/"');
});
