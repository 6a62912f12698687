// The effects of operations on a value of its own path, such as `/settings`.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { collectProperties } from '../document/schema-parts.ts';
import type { Call, Engine, Outcome } from '../engine.ts';
import { overlay } from '../json.ts';
import { findSuccess } from '../response/responses.ts';
import { findRequestSchema } from './derive-creation.ts';
import { findJsonMedia } from './representations.ts';
import type { Single } from './singles.ts';

/** Reads and writes the value of one path. */
export class SingleBehavior {
  readonly single: Single;
  readonly #engine: Engine;

  constructor(single: Single, engine: Engine) {
    this.single = single;
    this.#engine = engine;
  }

  /** Runs an operation; undefined if it has no effect on the value. */
  run(call: Call): Outcome | undefined {
    const { read, replace, merge, remove } = this.single;
    const { operation, world, url } = call;
    if (!this.single.operations.includes(operation)) return undefined;
    const current = world.getSingle(url.pathname) ?? this.#getInitial();
    if (current === undefined) return undefined;
    if (operation === remove) {
      world.removeSingle(url.pathname);
      return { status: findSuccess(remove) };
    }
    const value =
      operation === replace || operation === merge
        ? this.#change(current, call.body, operation === merge)
        : current;
    if (operation !== read) world.setSingle(url.pathname, value);
    const media = findJsonMedia(operation);
    const isFitting = media && this.#engine.bodies.getAcceptor(media)(value);
    return { status: findSuccess(operation), ...(isFitting ? { body: value } : {}) };
  }

  #getInitial(): JsonValue | undefined {
    const media = findJsonMedia(this.single.read);
    return media && this.#engine.bodies.find(media);
  }

  #change(current: JsonValue, body: JsonValue | undefined, isMerge: boolean): JsonValue {
    const media = findJsonMedia(this.single.read);
    const accepts = (value: JsonValue) => !media || this.#engine.bodies.getAcceptor(media)(value);
    if (body === undefined) return current;
    if (!isMerge && accepts(body)) return body;
    if (!isJsonObject(current) || !isJsonObject(body)) return accepts(body) ? body : current;
    const start = isMerge ? current : this.#removeOmitted(current, body, accepts);
    return overlay(start, selectKnown(body, current), accepts);
  }

  // Members that the request could set but did not, as far as the value does not require them.
  #removeOmitted(current: JsonObject, body: JsonObject, accepts: (value: JsonValue) => boolean): JsonObject {
    const request = findRequestSchema(this.single.replace, this.#engine.schemas);
    const settable = request ? [...collectProperties(request).keys()] : [];
    const omitted = settable.filter((name) => Object.hasOwn(current, name) && !Object.hasOwn(body, name));
    return overlay(current, Object.fromEntries(omitted.map((name) => [name, undefined])), accepts);
  }
}

function selectKnown(body: JsonObject, current: JsonObject): JsonObject {
  const known = Object.entries(body).filter(([name]) => Object.hasOwn(current, name));
  return known.length > 0 ? Object.fromEntries(known) : body;
}
