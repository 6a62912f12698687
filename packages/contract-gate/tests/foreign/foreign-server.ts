import type { Server } from 'node:http';
import type { OpenApiModel } from '@keyframe/openapi-model';
import { listen } from '@keyframe/test-kit';

/** A server that nobody here wrote, or that is made of other people's parts; disposing of it stops it. */
export interface ForeignServer extends AsyncDisposable {
  url: URL;
  document: OpenApiModel;
}

/** Lets a server listen on a free port. */
export async function servedBy(server: Server, document: OpenApiModel): Promise<ForeignServer> {
  const listening = await listen(server);
  return {
    url: new URL(listening.url),
    document,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
