// A Worker: an API made from the contract, and the smoke test at a path of its own.
import { OpenAPIHono } from '@hono/zod-openapi';
import { registerRoutes } from '@keyframe/contract/hono';
import { smoke } from './smoke.mjs';

const accepted = { id: 'task_1', status: 'queued', credits: 0 };
const handlers = { createVideoGeneration: (context) => context.json(accepted, 202) };
const app = registerRoutes(new OpenAPIHono(), handlers, { security: false, unimplemented: 'leave-out' });
app.get('/smoke', async (context) => context.text(await smoke(context.env.API)));

export { app as default };
