// Receives callbacks over HTTPS. WEBHOOK_SECRETS, TLS_KEY and TLS_CERT are needed; PORT is 8443 by default.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { serve } from '@hono/node-server';
import { honoHandler } from '@keyframe/client/webhooks';
import { Hono } from 'hono';

const { WEBHOOK_SECRETS = '', TLS_KEY = '', TLS_CERT = '', PORT = '8443' } = process.env;

const app = new Hono();
app.post(
  '/callbacks',
  honoHandler({
    // Secrets (whsec_…) or the public key (whpk_…) of the owner; during a rotation the old secret and the new one.
    secrets: WEBHOOK_SECRETS.split(','),
    // Runs once per task, even if the callback arrives several times. If it throws, the service delivers again.
    async onEvent(event) {
      if (event.status === 'completed') console.log(`${event.id} completed: ${event.data.results.join(' ')}`);
      else console.log(`${event.id} failed: ${event.data.failed_reason}`);
    },
  }),
);

serve(
  {
    fetch: app.fetch,
    port: Number(PORT),
    createServer,
    serverOptions: { key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) },
  },
  ({ port }) => console.log(`Listening on https://localhost:${port}/callbacks`),
);
