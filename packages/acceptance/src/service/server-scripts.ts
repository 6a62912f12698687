import { fileURLToPath } from 'node:url';

/** What `npm start` runs once everything is installed and built. */
export const MAIN_SCRIPT = fileURLToPath(import.meta.resolve('@keyframe/server/src/main.ts'));

/** What `npm run admin` runs. */
export const ADMIN_SCRIPT = fileURLToPath(import.meta.resolve('@keyframe/server/src/admin.ts'));
