/** References of OpenAPI documents: one file, a folder, or pages for a site of its own. */
export { type ClientSample, singleQuoted, typescriptLiteral } from './reference/code-samples.ts';
export { firstSentence, type Page, toSlug } from './reference/page.ts';
export { type ReferenceOptions, referencePages } from './reference/pages.ts';
export { publishedDocument } from './reference/published-document.ts';
export type { FileAssets } from './site/print-file.ts';
export { readFileAssets, writeReferenceFile } from './site/write-file.ts';
export { writeReferenceFolder } from './site/write-folder.ts';
