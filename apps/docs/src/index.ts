export { DOCS_DIRECTORY } from './docs-directory.ts';
