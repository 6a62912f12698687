// The effects of operations on a value of its own path, such as `/settings`.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import {
  findJsonMedia,
  findRequestSchema,
  findSuccess,
  findSuccessSchema,
  type Single,
  unwrap,
} from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findNodes, listDefaults, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { Call, Engine, Outcome } from '../engine.ts';
import { applyChanges, overlay, withMember } from '../json.ts';
import { applyJsonPatch, findJsonPatch } from './json-patch.ts';
import { listMergedMembers, type MemberSchemas } from './merge-patch.ts';

/** Reads and writes the value of one path. */
export class SingleBehavior {
  readonly single: Single;
  readonly #engine: Engine;
  /** The members that requests can set. */
  readonly #settable: ReadonlyMap<string, readonly SchemaNode[]>;
  /** The names that lead to the value in the body that is read. */
  readonly #path: readonly string[];
  /** The members that the value can have. */
  readonly #readable: MemberSchemas;

  constructor(single: Single, engine: Engine) {
    this.single = single;
    this.#engine = engine;
    const { schemas } = engine;
    const request = findRequestSchema(single.replace ?? single.merge, schemas);
    this.#settable = request ? collectProperties(request) : new Map();
    const read = findSuccessSchema(single.read, schemas);
    this.#path = findValuePath(read, this.#settable);
    this.#readable = read ? listMembers(read, this.#path) : new Map();
  }

  /** Reports whether an operation is at the path. */
  concerns(operation: Operation): boolean {
    return this.single.operations.includes(operation);
  }

  /** Runs an operation; undefined if it has no effect on the value. */
  run(call: Call): Outcome | undefined {
    const { read, replace, merge, remove } = this.single;
    const { operation, world, pathname } = call;
    const current = world.getSingle(pathname) ?? this.#getInitial();
    if (current === undefined) return undefined;
    if (operation === remove) {
      world.removeSingle(pathname);
      return { status: findSuccess(remove) };
    }
    const operations = findJsonPatch(call);
    const { value, problem } =
      operation !== replace && operation !== merge
        ? { value: current }
        : operations
          ? this.#patch(current, operations)
          : { value: this.#change(current, call.body, operation === merge) };
    if (value === undefined) return { status: 422, problem: { message: problem } };
    if (operation !== read) world.setSingle(pathname, value);
    const media = findJsonMedia(operation);
    const isFitting = media && this.#engine.bodies.getAcceptor(media)(value);
    return { status: findSuccess(operation), ...(isFitting ? { body: value } : {}) };
  }

  #getInitial(): JsonValue | undefined {
    const media = findJsonMedia(this.single.read);
    return media && this.#engine.bodies.find(media);
  }

  #accepts = (value: JsonValue): boolean => {
    const media = findJsonMedia(this.single.read);
    return !media || this.#engine.bodies.getAcceptor(media)(value);
  };

  #patch(current: JsonValue, operations: readonly JsonValue[]) {
    const patched = applyJsonPatch(unwrap(current, this.#path) ?? {}, operations);
    if (patched.value === undefined) return patched;
    const value = withMember(current, this.#path, patched.value);
    return this.#accepts(value)
      ? { value }
      : { problem: 'The patched value is not what its schema accepts.' };
  }

  #change(current: JsonValue, body: JsonValue | undefined, isMerge: boolean): JsonValue {
    const accepts = this.#accepts;
    if (body === undefined) return current;
    if (!isMerge && accepts(body)) return body;
    const inner = unwrap(current, this.#path);
    if (!inner || !isJsonObject(body)) return accepts(body) ? body : current;
    const wrap = (value: JsonObject) => withMember(current, this.#path, value);
    const change = {
      inner,
      body,
      readable: this.#readable,
      accepts: (value: JsonObject) => accepts(wrap(value)),
    };
    return wrap(isMerge ? this.#mergePatch(change) : this.#replaceValue(change));
  }

  #mergePatch({ inner, body, readable, accepts }: Change): JsonObject {
    const parts = { properties: readable, schemas: this.#engine.schemas };
    return overlay(inner, listMergedMembers(inner, selectKnown(body, { inner, readable }), parts), accepts);
  }

  // Members that the request could set but did not are removed, or get the value of the beginning if they are required.
  #replaceValue({ inner, body, readable, accepts }: Change): JsonObject {
    const settings = { ...listDefaults(this.#settable), ...body };
    const initial = unwrap(this.#getInitial(), this.#path) ?? {};
    const omitted = [...this.#settable.keys()].filter(
      (name) => Object.hasOwn(inner, name) && !Object.hasOwn(settings, name),
    );
    const changes: JsonObject = {};
    for (const name of omitted) {
      const choices = [undefined, null, initial[name]];
      changes[name] = choices.find((member) => accepts(applyChanges(inner, { [name]: member })));
    }
    return mergeValue({ inner: overlay(inner, changes, accepts), body: settings, readable, accepts });
  }
}

/** A request, and the value that it changes. */
interface Change {
  inner: JsonObject;
  body: JsonObject;
  readable: MemberSchemas;
  accepts: (value: JsonObject) => boolean;
}

// A member that lacks a part of the value, such as a count that only the service sets, keeps that part.
function mergeValue({ inner, body, readable, accepts }: Change): JsonObject {
  const completed = Object.entries(selectKnown(body, { inner, readable })).map(([name, member]) => {
    const existing = inner[name];
    const isWhole = accepts(applyChanges(inner, { [name]: member }));
    if (isWhole || !isJsonObject(member) || !isJsonObject(existing)) return [name, member] as const;
    return [name, { ...existing, ...member }] as const;
  });
  return overlay(inner, Object.fromEntries(completed), accepts);
}

// The names that lead to the value in the body that is read: none, unless only a member of it can be set.
function findValuePath(read: SchemaNode | undefined, settable: ReadonlyMap<string, unknown>): string[] {
  const properties = read ? collectProperties(read) : new Map<string, SchemaNode[]>();
  const isSettable = (name: string) => settable.has(name);
  if ([...properties.keys()].some(isSettable)) return [];
  const wrapper = [...properties].find(([, nodes]) =>
    nodes.some((node) => [...collectProperties(node).keys()].some(isSettable)),
  );
  return wrapper ? [wrapper[0]] : [];
}

function listMembers(read: SchemaNode, path: readonly string[]): MemberSchemas {
  return mergeProperties(findNodes([read], path));
}

function selectKnown(body: JsonObject, { inner, readable }: Pick<Change, 'inner' | 'readable'>): JsonObject {
  const members = Object.entries(body).filter(([name]) => Object.hasOwn(inner, name) || readable.has(name));
  return members.length > 0 ? Object.fromEntries(members) : body;
}
