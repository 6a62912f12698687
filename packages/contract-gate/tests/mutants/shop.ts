// A small server that does what shop.yaml says. What it does is held in a table of functions, so that a mutant can
// replace a single one of them.
import { fileURLToPath } from 'node:url';
import { type JsonObject, loadDocument, type OpenApiModel } from '@keyframe/openapi-model';
import { type Behavior, createBehavior } from './behavior.ts';
import { type RunningShop, serveHttp } from './serve-http.ts';

/** Changes one thing about a server. */
export interface Mutant<TBehavior = Behavior> {
  name: string;
  /** Applies the change, which a client can observe. */
  change: (behavior: TBehavior) => void;
  /** Why contract-gate does not catch it; set where it is known not to. */
  missed?: string;
}

const SHOP_DOCUMENT = fileURLToPath(new URL('shop.yaml', import.meta.url));

/** Keys of two owners, and one that only reads. */
export const KEYS = { own: 'key-of-ada', other: 'key-of-bob', reader: 'key-to-read' } as const;

let loaded: Promise<OpenApiModel> | undefined;

/** Reads the shop's document, once. */
export function shopDocument(): Promise<OpenApiModel> {
  loaded ??= loadDocument(SHOP_DOCUMENT);
  return loaded;
}

/** Starts the shop, or a mutant of it. */
export async function startShop(mutant?: Mutant): Promise<RunningShop> {
  const { document } = await shopDocument();
  const behavior = createBehavior(structuredClone(document) as JsonObject);
  mutant?.change(behavior);
  behavior.compile();
  return serveHttp(
    (request) => behavior.finish(behavior.handle(request), request),
    () => behavior.stop(),
  );
}
