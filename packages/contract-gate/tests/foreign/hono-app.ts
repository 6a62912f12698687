// Tasks, as a user of @hono/zod-openapi writes them by hand: the document is made of the routes' zod schemas.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { readModel } from '@keyframe/openapi-model';
import { type ForeignServer, servedBy } from './foreign-server.ts';

const NewTask = z.object({
  title: z.string().min(1).max(50),
  priority: z.number().int().min(1).max(5).default(3),
  due: z.iso.date().optional(),
  labels: z.array(z.string().min(1)).max(4).optional(),
});
const Task = NewTask.extend({ id: z.string(), isDone: z.boolean() }).openapi('Task');
const Problem = z.object({ message: z.string() }).openapi('Problem');
const params = z.object({ id: z.string().regex(/^t\d+$/) });
const json = <TSchema extends z.ZodType>(schema: TSchema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

const create = createRoute({
  method: 'post',
  path: '/tasks',
  request: { body: { required: true, content: { 'application/json': { schema: NewTask } } } },
  responses: { 201: json(Task, 'The task'), 400: json(Problem, 'Wrong') },
});
const list = createRoute({
  method: 'get',
  path: '/tasks',
  request: { query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }) },
  responses: {
    200: json(z.object({ tasks: z.array(Task), total: z.number().int() }), 'Tasks'),
    400: json(Problem, 'Wrong'),
  },
});
const read = createRoute({
  method: 'get',
  path: '/tasks/{id}',
  request: { params },
  responses: { 200: json(Task, 'The task'), 400: json(Problem, 'Wrong'), 404: json(Problem, 'Missing') },
});
const finish = createRoute({
  method: 'patch',
  path: '/tasks/{id}',
  request: {
    params,
    body: { required: true, content: { 'application/json': { schema: z.object({ isDone: z.boolean() }) } } },
  },
  responses: { 200: json(Task, 'The task'), 400: json(Problem, 'Wrong'), 404: json(Problem, 'Missing') },
});

/** Starts the app. */
export async function startHonoApp(): Promise<ForeignServer> {
  const tasks = new Map<string, z.infer<typeof Task>>();
  const app = new OpenAPIHono({
    defaultHook: (result, context) =>
      result.success ? undefined : context.json({ message: result.error.message }, 400),
  });
  app.openapi(create, (context) => {
    const task = { ...context.req.valid('json'), id: `t${tasks.size + 1}`, isDone: false };
    tasks.set(task.id, task);
    return context.json(task, 201);
  });
  app.openapi(list, (context) => {
    const { limit } = context.req.valid('query');
    return context.json({ tasks: [...tasks.values()].slice(0, limit), total: tasks.size }, 200);
  });
  app.openapi(read, (context) => {
    const task = tasks.get(context.req.valid('param').id);
    return task ? context.json(task, 200) : context.json({ message: 'No such task.' }, 404);
  });
  app.openapi(finish, (context) => {
    const task = tasks.get(context.req.valid('param').id);
    if (!task) return context.json({ message: 'No such task.' }, 404);
    const changed = { ...task, ...context.req.valid('json') };
    tasks.set(task.id, changed);
    return context.json(changed, 200);
  });
  const info = { title: 'Tasks', version: '1.0.0' };
  const document = JSON.parse(JSON.stringify(app.getOpenAPI31Document({ openapi: '3.1.0', info })));
  return servedBy(createServer(getRequestListener(app.fetch)), readModel(document, 'tasks.json'));
}
