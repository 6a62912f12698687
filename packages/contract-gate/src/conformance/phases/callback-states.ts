// Compares resources with the states that their callbacks announced.
import type { JsonObject, Operation } from '@keyframe/openapi-model';
import { writeTemplate } from '@keyframe/openapi-resources';
import { GRACE_MS } from '../behavior/callback-observations.ts';
import type { RunContext } from '../behavior/context.ts';
import { announcedProperties, stateRevertedAfterCallback } from '../checks/state-reverted-after-callback.ts';
import { withParameters } from '../requests/draft.ts';
import { pathValues, type Resource, resourceKey } from '../resources/resource.ts';
import { type Exchange, isSuccess } from '../session/session.ts';

interface Watched {
  resource: Resource;
  /** The resource before its callback. */
  earlier: readonly JsonObject[];
  announced: JsonObject;
}

/** Reads the resource that a request created; undefined if it does not exist or cannot be read. */
export async function readCreated(
  { pool, plans, session }: RunContext,
  exchange: Exchange,
): Promise<JsonObject | undefined> {
  const resource = pool.noteCreated(exchange);
  const read = resource?.collection.read;
  const template = read && plans.best(read)[0];
  if (!resource || !read || !template) return undefined;
  const response = await session.send(withParameters(template, pathValues(read, resource.segments)));
  return response && isSuccess(response) ? session.findResource(response) : undefined;
}

/** Watches the resources of one operation with callbacks. */
export class CallbackStates {
  readonly #context: RunContext;
  readonly #operation: Operation;
  readonly #watched = new Map<Exchange, Watched>();

  constructor(context: RunContext, operation: Operation) {
    this.#context = context;
    this.#operation = operation;
  }

  /** Reads the resource that a request created, before its callback. */
  async watch(exchange: Exchange): Promise<void> {
    const { pool, session } = this.#context;
    const resource = pool.noteCreated(exchange);
    if (!resource) return;
    const states = [session.findResource(exchange), await readCreated(this.#context, exchange)];
    const earlier = states.filter((state) => state !== undefined);
    this.#watched.set(exchange, { resource, earlier, announced: {} });
  }

  /** Stores the body of a callback and the resource at that time. */
  announce(exchange: Exchange, announced: JsonObject | undefined, resource: JsonObject | undefined): void {
    const watched = this.#watched.get(exchange);
    if (watched && announced && resource) watched.announced = announcedProperties(announced, resource);
  }

  /** Reads the resources again; `exchanges` are all that may have changed them. */
  async check(exchanges: readonly (Exchange | undefined)[]): Promise<void> {
    const { pool, operations } = this.#context;
    const keys = exchanges.map((one) => {
      const resource = one && pool.noteCreated(one);
      return resource && resourceKey(resource);
    });
    for (const [exchange, watched] of this.#watched) {
      const itemPath = writeTemplate(watched.resource.collection.itemPath);
      // Another operation with callbacks runs at the same time and may restart the resource.
      const isRestarted = operations.some(
        ({ callbacks, resourcePath }) =>
          callbacks.length > 0 && writeTemplate(resourcePath).startsWith(itemPath),
      );
      const isOwn = keys.filter((key) => key === resourceKey(watched.resource)).length === 1;
      if (isOwn && !isRestarted) await this.#checkOne(exchange, watched);
    }
  }

  async #checkOne(exchange: Exchange, { earlier, announced }: Watched): Promise<void> {
    const { session } = this.#context;
    const observed = {
      operation: this.#operation,
      earlier,
      announced,
      space: session.responses,
      // After the end of the run, a read is not reliable.
      read: async () => (session.isOver ? undefined : await readCreated(this.#context, exchange)),
      wait: () => session.clock.sleep(GRACE_MS),
    };
    await session.runChecks([stateRevertedAfterCallback], observed, exchange);
  }
}
