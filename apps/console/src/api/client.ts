import { createClient } from '@keyframe/console-contract/client';

/** Calls the console's API; the browser adds the session's cookie. */
export const client = createClient({ baseUrl: new URL('/console/api', location.origin).href });
