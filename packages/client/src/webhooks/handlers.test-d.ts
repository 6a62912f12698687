// Checked by tsc, never run: the type of Fastify needs no types of Node, which other runtimes do not have.
import type { FastifyLike } from './handlers.ts';

declare const app: FastifyLike;

app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
  done(null, new Uint8Array(body)),
);
