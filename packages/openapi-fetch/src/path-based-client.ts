import type { Client, ClientOptions, PathBasedClient } from './client-types.ts';
import { createClient, METHODS } from './create-client.ts';
import type { AnyObject, MediaType } from './operation-types.ts';

type Calls = Record<(typeof METHODS)[number], (path: string, init?: unknown) => unknown>;

/** Makes a client of paths of a client: `client['/items'].GET()`. */
export function wrapAsPathBasedClient<TPaths extends AnyObject, TMedia extends MediaType = MediaType>(
  client: Client<TPaths, TMedia>,
): PathBasedClient<TPaths, TMedia> {
  const calls = client as unknown as Calls;
  const paths: Record<string, unknown> = Object.create(null);
  return new Proxy(paths, {
    get: (_, path: string) =>
      (paths[path] ??= Object.fromEntries(
        METHODS.map((method) => [method, (init?: unknown) => calls[method](path, init)]),
      )),
  }) as PathBasedClient<TPaths, TMedia>;
}

/** Creates a client of paths: `wrapAsPathBasedClient(createClient(options))`. */
export function createPathBasedClient<TPaths extends AnyObject, TMedia extends MediaType = MediaType>(
  clientOptions?: ClientOptions,
): PathBasedClient<TPaths, TMedia> {
  return wrapAsPathBasedClient(createClient<TPaths, TMedia>(clientOptions));
}
