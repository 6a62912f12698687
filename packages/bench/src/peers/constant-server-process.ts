// Helper: the least that a Hono server can do for a status query.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { answerParent } from '../process/answer-parent.ts';
import type { ConstantAnswer, Listening } from './constant-server.ts';

answerParent<ConstantAnswer, Listening>(({ record }) => {
  const body = JSON.stringify(record);
  const app = new Hono().get('/v1/tasks/:id', (context) =>
    context.body(body, 200, { 'content-type': 'application/json' }),
  );
  const server = createServer(getRequestListener(app.fetch));
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('The server has no port.');
      resolve({ url: `http://127.0.0.1:${address.port}` });
    });
  });
});
