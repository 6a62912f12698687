// Command: builds the site: guides, the reference derived from the contract, and Redocly's page of the whole document.
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changelogPage } from './changelog-page.ts';
import { clientSample } from './client-samples.ts';
import { readVersions, writeDocuments } from './contract-files.ts';
import { DOCS_DIRECTORY } from './docs-directory.ts';
import { withPrices } from './prices.ts';
import { type ReferenceOptions, referencePages } from './reference/pages.ts';
import { repositoryPages } from './repository-pages.ts';
import { runTool } from './run-tool.ts';
import { writePages } from './write-pages.ts';
import { WRITTEN_ADDRESS } from './written-address.ts';

const CONTENT = fileURLToPath(new URL('content/docs', import.meta.url));
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
rmSync(DOCS_DIRECTORY, { recursive: true, force: true });
runTool('astro', ['build', '--silent']);
writeDocuments(versions, DOCS_DIRECTORY);
cpSync(fileURLToPath(new URL('../deploy', import.meta.url)), join(DOCS_DIRECTORY, 'deploy'), {
  recursive: true,
});
copyFileSync(PREVIEW, join(DOCS_DIRECTORY, 'preview.png'));

const redoc = join(DOCS_DIRECTORY, 'redoc/index.html');
// `--inlineBundle`: without it the page loads its script from Redocly's host.
const options = ['--inlineBundle', '--template', 'template.hbs', '--output', redoc];
runTool('redocly', ['build-docs', join(DOCS_DIRECTORY, 'openapi.json'), ...options]);
// Redoc's own logo comes from its maker's host, which the page's policy refuses.
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/[\w.-]+/g;
writeFileSync(redoc, readFileSync(redoc, 'utf8').replaceAll(LOGO, 'data:,'));
