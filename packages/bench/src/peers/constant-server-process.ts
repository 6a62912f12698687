// RPC process: the least that a Hono server can do for a status query.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listen } from '@keyframe/test-kit';
import { Hono } from 'hono';
import { serveParent } from '../process/serve-parent.ts';
import type { ConstantResponse, Listening } from './constant-server.ts';

serveParent<ConstantResponse, Listening>(async ({ record }) => {
  const body = JSON.stringify(record);
  const app = new Hono().get('/v1/tasks/:id', (context) =>
    context.body(body, 200, { 'content-type': 'application/json' }),
  );
  const { url } = await listen(createServer(getRequestListener(app.fetch)));
  return { url };
});
