import { fileURLToPath } from 'node:url';

/** The script that `npm start` runs after installing and building. */
export const MAIN_SCRIPT = fileURLToPath(import.meta.resolve('@keyframe/server/src/main.ts'));

/** The script that `npm run admin` runs. */
export const ADMIN_SCRIPT = fileURLToPath(import.meta.resolve('@keyframe/server/src/admin.ts'));
