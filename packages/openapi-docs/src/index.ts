/** References of OpenAPI documents: one file, a folder, or pages for a site of its own. */
export { renderMarkdown } from './markdown/render-markdown.ts';
export {
  type ClientSample,
  type CodeSample,
  codeSamples,
  singleQuoted,
  typescriptLiteral,
} from './reference/code-samples.ts';
export { listBodyExamples } from './reference/examples.ts';
export { firstSentence, type Page, toSlug } from './reference/page.ts';
export { type ReferenceOptions, referencePages } from './reference/pages.ts';
export { type PublishOptions, publishedDocument } from './reference/published-document.ts';
export type { SampleCall, SampleOptions } from './reference/sample-call.ts';
export { type FileAssets, type FileOptions, printReferenceFile } from './site/print-file.ts';
export type { DocsOptions } from './site/reference.ts';
export { readFileAssets, writeReferenceFile } from './site/write-file.ts';
export { writeReferenceFolder } from './site/write-folder.ts';
