import { fileURLToPath } from 'node:url';

const SERVER = new URL('../../../apps/server/src/', import.meta.url);

/** What `npm start` runs once everything is installed and built. */
export const MAIN_SCRIPT = fileURLToPath(new URL('main.ts', SERVER));

/** What `npm run admin` runs. */
export const ADMIN_SCRIPT = fileURLToPath(new URL('admin.ts', SERVER));
