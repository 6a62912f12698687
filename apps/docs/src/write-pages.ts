/** Writes the pages that are derived, beside the guides, where the site's builder reads them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadDocument } from '@keyframe/openapi-model';
import { pageFile } from './reference/page.ts';
import { referencePages } from './reference/pages.ts';
import { repositoryPages } from './repository-pages.ts';
import { WRITTEN_ADDRESS } from './written-address.ts';

const CONTENT = fileURLToPath(new URL('content/docs/', import.meta.url));
const DERIVED = ['api', 'operate', 'decisions'];

/** Writes the reference of a document, and the pages that the repository holds for its own readers. */
export async function writePages(document: string): Promise<void> {
  const model = await loadDocument(document);
  const reference = referencePages(model, { server: WRITTEN_ADDRESS, keyVariable: 'KEYFRAME_API_KEY' });
  for (const folder of DERIVED) rmSync(`${CONTENT}${folder}`, { recursive: true, force: true });
  for (const page of [...reference, ...repositoryPages()]) {
    const file = `${CONTENT}${page.slug}.md`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageFile(page));
  }
}
