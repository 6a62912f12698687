// Holds resources to what their callbacks announced: a state that came before, and that no callback announces, does not
// come again.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import { CALLBACK_TAKEN_BACK } from '../checks/callback-checks.ts';
import { shown } from '../checks/check.ts';
import type { PhaseContext } from '../phases/phase.ts';
import { shapeOf } from '../resources/collections.ts';
import type { Resource } from '../resources/resource-pool.ts';
import { describedEverywhere } from '../schema/explain.ts';
import { bodyValue, type Exchange } from '../session.ts';
import { isSame, representationIn } from '../state/compare.ts';
import { readResource } from './agreement.ts';
import { GRACE_MS } from './arrivals.ts';

interface Watched {
  resource: Resource;
  /** What was seen of the resource before its callback was. */
  earlier: readonly JsonObject[];
  /** The members that the callback and the resource then agreed in. */
  announced: JsonObject;
}

/** Watches the resources of one operation with callbacks. */
export class Outcomes {
  readonly #context: PhaseContext;
  readonly #operation: Operation;
  readonly #watched = new Map<Exchange, Watched>();

  constructor(context: PhaseContext, operation: Operation) {
    this.#context = context;
    this.#operation = operation;
  }

  /** Looks at what a request made, before its callback is awaited. */
  async begin(exchange: Exchange): Promise<void> {
    const resource = this.#context.pool.noteCreated(exchange);
    if (!resource) return;
    const seen = [representationIn(bodyValue(exchange)), await readResource(this.#context, exchange)];
    const earlier = seen.filter((one) => one !== undefined);
    this.#watched.set(exchange, { resource, earlier, announced: {} });
  }

  /** Remembers what a callback said of a resource, and what this showed when it came. */
  announce(exchange: Exchange, said: JsonValue | undefined, value: JsonObject | undefined): void {
    const watched = this.#watched.get(exchange);
    const body = representationIn(said);
    if (!watched || !body || !value) return;
    watched.announced = Object.fromEntries(
      Object.entries(body).filter(
        ([name, member]) =>
          !isJsonObject(member) && Object.hasOwn(value, name) && isSame(member, value[name]),
      ),
    );
  }

  /** Reads the resources once more; `all` are the exchanges that may have changed any of them. */
  async judge(all: readonly (Exchange | undefined)[]): Promise<void> {
    const { pool, operations } = this.#context;
    const keys = all.map((one) => one && keyOf(pool.noteCreated(one)));
    for (const [exchange, watched] of this.#watched) {
      const { itemPath } = watched.resource.collection;
      // Another operation with callbacks is performed meanwhile, and may begin anew what was done.
      const isRestarted = operations.some(
        ({ callbacks, path }) => callbacks.length > 0 && shapeOf(path).startsWith(shapeOf(itemPath)),
      );
      const isOwn = keys.filter((key) => key === keyOf(watched.resource)).length === 1;
      if (isOwn && !isRestarted) await this.#judgeOne(exchange, watched);
    }
  }

  async #judgeOne(exchange: Exchange, watched: Watched): Promise<void> {
    const { session } = this.#context;
    if (!this.#takenBack(watched, await readResource(this.#context, exchange))) return;
    // A replica that lags behind catches up meanwhile.
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    const value = await readResource(this.#context, exchange);
    const name = this.#takenBack(watched, value);
    if (name === undefined || session.isOver) return;
    session.report(
      {
        check: CALLBACK_TAKEN_BACK,
        pointer: this.#operation.callbacks[0]?.pointer ?? this.#operation.pointer,
        message: `A resource went back to a state before the one that its callback announced: "${name}".`,
        expected: `${name}: ${shown(watched.announced[name])}`,
        received: `${name}: ${shown(value?.[name])}`,
      },
      exchange,
    );
  }

  #takenBack({ announced, earlier }: Watched, value: JsonObject | undefined): string | undefined {
    return Object.entries(announced)
      .filter(([name, member]) => value !== undefined && !isSame(member, value[name]))
      .map(([name]) => name)
      .find(
        (name) =>
          earlier.some((one) => isSame(one[name], value?.[name])) && !this.#mayAnnounce(name, value?.[name]),
      );
  }

  // Only where callbacks describe the member, and none of them allows the value, is that a state before them.
  #mayAnnounce(name: string, value: JsonValue | undefined): boolean {
    const { responses: space } = this.#context.session;
    const described = this.#operation.callbacks
      .flatMap(({ operations }) => operations)
      .flatMap(({ requestBody }) => requestBody?.content ?? [])
      .flatMap(({ name: type, schema }) =>
        isJson(type) && schema ? [...describedEverywhere(space, schema)] : [],
      )
      .filter(([member]) => member === name);
    return (
      value === undefined ||
      described.length === 0 ||
      described.some(([, member]) => space.accepts(member, value))
    );
  }
}

function keyOf(resource: Resource | undefined): string | undefined {
  return resource && JSON.stringify([resource.collection.itemPath, ...resource.segments.values()]);
}
