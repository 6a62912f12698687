import { fileURLToPath } from 'node:url';

/** The directory of the built site, as an absolute path; empty until `npm run build`. */
export const DOCS_DIRECTORY = fileURLToPath(new URL('../dist', import.meta.url));
