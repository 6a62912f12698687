import { fileURLToPath } from 'node:url';

/** The root of the repository, as an absolute path. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
