import { fileURLToPath } from 'node:url';

/** The directory of the built app, as an absolute path; empty until `npm run build`. */
export const CONSOLE_DIRECTORY = fileURLToPath(new URL('dist', import.meta.url));
