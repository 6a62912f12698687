// Command: builds the site: guides, the reference derived from the contract, and one page of the whole document.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ReferenceOptions, referencePages, writeReferenceFile } from '@keyframe/openapi-docs';
import { changelogPage } from './changelog-page.ts';
import { clientSample } from './client-samples.ts';
import { readVersions, writeDocuments } from './contract-files.ts';
import { DOCS_DIRECTORY } from './docs-directory.ts';
import { withPrices } from './prices.ts';
import { repositoryPages } from './repository-pages.ts';
import { writePages } from './write-pages.ts';
import { WRITTEN_ADDRESS } from './written-address.ts';

const CONTENT = fileURLToPath(new URL('content/docs', import.meta.url));
const COMMAND_LINE = fileURLToPath(
  new URL('../../../packages/keyframe/docs/command-line.md', import.meta.url),
);
const PREVIEW = fileURLToPath(new URL('../images/preview.png', import.meta.url));
const OPTIONS: ReferenceOptions = {
  server: WRITTEN_ADDRESS,
  keyVariable: 'KEYFRAME_API_KEY',
  client: clientSample(WRITTEN_ADDRESS),
  testKeyPrefix: 'sk_test_',
  base: '/docs/',
  folder: 'api/',
};

const versions = await readVersions();
const [current] = versions.toReversed();
if (current === undefined) throw new Error('The contract has no version.');
for (const folder of ['api', 'operate', 'decisions', 'checks'])
  rmSync(join(CONTENT, folder), { recursive: true, force: true });
const changelog = changelogPage(versions, `${OPTIONS.base}${OPTIONS.folder}`);
const reference = withPrices(referencePages(current, OPTIONS), current);
writePages([...reference, changelog, ...repositoryPages()], CONTENT);
copyFileSync(COMMAND_LINE, join(CONTENT, 'guides/command-line.md'));
rmSync(DOCS_DIRECTORY, { recursive: true, force: true });
buildPages();
writeDocuments(versions, DOCS_DIRECTORY);
cpSync(fileURLToPath(new URL('../../../deploy', import.meta.url)), join(DOCS_DIRECTORY, 'deploy'), {
  recursive: true,
});
copyFileSync(PREVIEW, join(DOCS_DIRECTORY, 'preview.png'));

const { server, keyVariable, testKeyPrefix } = OPTIONS;
const whole = writeReferenceFile(current, { server, keyVariable, testKeyPrefix });
mkdirSync(join(DOCS_DIRECTORY, 'reference'));
writeFileSync(join(DOCS_DIRECTORY, 'reference/index.html'), whole);

function buildPages(): void {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const { status } = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--silent'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error(`astro build failed with status ${status}.`);
}
