// Writes references of documents to files that a browser opens without a server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type JsonValue, loadDocument, readModel } from '@keyframe/openapi-model';
import { openPage } from '@keyframe/test-kit/site-visit';
import type { Browser, Page } from 'playwright-core';
import { writeReferenceFile } from '../src/index.ts';
import type { DocsOptions } from '../src/site/reference.ts';

/** Scalar's example of everything that OpenAPI 3.1 has: callbacks without a webhook, files, OAuth, Markdown. */
export const GALAXY = fileURLToPath(import.meta.resolve('@scalar/galaxy/3.1.yaml'));
export const CONTRACT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));

/** A page that is open; `complaints` lists errors, violations of its policy, and requests to other addresses. */
export interface OpenReference extends AsyncDisposable {
  readonly page: Page;
  readonly url: string;
  readonly html: string;
  readonly complaints: readonly string[];
}

/** Opens the reference of a document from a file. */
export async function openReference(
  browser: Browser,
  document: JsonValue | string,
  options: DocsOptions = {},
): Promise<OpenReference> {
  const model =
    typeof document === 'string'
      ? await loadDocument(document, { lenient: true })
      : readModel(document, 'document');
  const folder = mkdtempSync(join(tmpdir(), 'openapi-docs-'));
  const path = join(folder, 'reference.html');
  const html = writeReferenceFile(model, options);
  writeFileSync(path, html);
  const url = pathToFileURL(path).href;
  const { page, complaints } = await openPage(browser, url);
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.goto(url);
  // The program starts after the first paint.
  await page.locator('.search-open:enabled').waitFor();
  return {
    page,
    url,
    html,
    complaints,
    async [Symbol.asyncDispose]() {
      await page.close();
      rmSync(folder, { recursive: true });
    },
  };
}
