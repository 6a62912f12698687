// Serves the app. API_KEY is the key that callers send; PORT is 3000 by default.
import { serve } from '@hono/node-server';
import { app } from './app.ts';

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}`),
);
