import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadDocument } from '@keyframe/openapi-model';
import { type ForeignServer, servedBy } from './foreign-server.ts';

const require = createRequire(import.meta.url);
const DOCUMENT = fileURLToPath(new URL('./posts.yaml', import.meta.url));

/** Starts json-server with an empty collection in memory. */
export async function startJsonServer(): Promise<ForeignServer> {
  const jsonServer = require('json-server');
  const app = jsonServer.create();
  // Prevents Express from printing errors on the console.
  app.set('env', 'test');
  app.use(jsonServer.defaults({ logger: false }));
  app.use(jsonServer.router({ posts: [] }));
  return servedBy(createServer(app), await loadDocument(DOCUMENT));
}
