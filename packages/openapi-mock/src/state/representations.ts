// Makes representations of resources.
import { isJsonObject, type JsonObject, type JsonValue, type MediaType } from '@keyframe/openapi-model';
import {
  collectSent,
  type DerivedKind,
  findJsonMedia,
  findRequestSchema,
  listSettable,
  readBody,
  unwrap,
} from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { ValueExplainer } from '@keyframe/openapi-schema/explain';
import {
  findNodes,
  isExplicitlyOpen,
  listDefaults,
  listSchemaExamples,
  mergeProperties,
} from '@keyframe/openapi-schema/facts';
import type { Engine } from '../engine.ts';
import { applyChanges, overlay, replaceText, selectEqual, withMember } from '../json.ts';
import { describeProblem } from '../request/problem.ts';
import { Alternatives } from './alternatives.ts';
import { ChangedMembers } from './changed-members.ts';
import { applyJsonPatch, type Patched } from './json-patch.ts';
import { keepId, makeIdentity } from './make-identity.ts';
import { listReferences, type ParentId } from './parent-ids.ts';
import { Timestamps } from './timestamps.ts';
import { findExpiry, fitResource } from './work/fit-work.ts';
import type { EnteringResource, Progress } from './world.ts';

/** A new value of a resource, and the members that its request or the mock has set. */
export interface Composed {
  value: JsonObject;
  owned: JsonObject;
}

/** The parts of a new resource. */
export interface Beginning {
  body: JsonValue | undefined;
  state?: string | undefined;
  progress?: Progress | undefined;
  parents?: readonly ParentId[];
  /** The number of the resource in its world, from 1; members that identify it are made from it. */
  number?: number;
}

/** Makes the representations of one kind. */
export class Representations {
  readonly #engine: Engine;
  readonly #kind: DerivedKind;
  readonly #media: MediaType | undefined;
  readonly #properties: ReadonlyMap<string, readonly SchemaNode[]>;
  readonly #alternatives: Alternatives;
  readonly #isOpen: boolean;
  readonly #requested: ReadonlyMap<string, readonly SchemaNode[]>;
  readonly #defaults: JsonObject;
  readonly #times: Timestamps;
  readonly #changes: ChangedMembers;
  /** Whether the document shows a representation. */
  readonly #isShown: boolean;
  /** The names of the members that each template can lack. */
  readonly #omissible = new WeakMap<JsonObject, ReadonlySet<string>>();

  constructor(kind: DerivedKind, engine: Engine) {
    this.#engine = engine;
    this.#kind = kind;
    this.#media = kind.source && findJsonMedia(kind.source);
    this.#properties = mergeProperties(this.#listSchemas());
    const { path } = kind.envelope;
    this.#alternatives = new Alternatives({ media: this.#media, path, properties: this.#properties }, engine);
    this.#isOpen = this.#listSchemas().some(isExplicitlyOpen);
    const request = findRequestSchema(kind.creation?.operation, engine.schemas);
    this.#requested = collectSent(request, kind.creation?.sentList);
    this.#defaults = listDefaults(this.#requested);
    const changeable = listSettable([kind.replace, kind.merge], engine.schemas);
    this.#times = new Timestamps(this.#properties, {
      requested: this.#requested,
      changeable,
      clock: engine.clock,
      conventions: engine.schemas.conventions,
    });
    const { accepts } = this;
    this.#changes = new ChangedMembers(kind, {
      ...{ accepts, schemas: engine.schemas, properties: this.#properties, requested: this.#requested },
      ...{ defaults: this.#defaults, times: this.#times.names },
    });
    const body = readBody(engine.schemas, this.#media);
    const examples = this.#media ? engine.bodies.listExamples(this.#media) : [];
    this.#isShown = examples.length > 0 || (body !== undefined && listSchemaExamples(body).length > 0);
  }

  /** Returns the representation that the document shows for a state, or at all. */
  getTemplate(state?: string): JsonObject {
    const example = state === undefined ? undefined : this.#kind.states?.examples.get(state);
    if (example) return example;
    const body = this.#media && this.#engine.bodies.find(this.#media);
    return unwrap(body, this.#kind.envelope.path) ?? {};
  }

  /** Reports whether a representation is what its schema accepts. */
  accepts = (value: JsonObject): boolean => {
    if (!this.#media) return true;
    return this.#engine.bodies.getAcceptor(this.#media)(this.#wrap(value));
  };

  /** Explains why a representation is not what its schema accepts; undefined if it is. */
  explain(value: JsonObject): string | undefined {
    const { schemas } = this.#engine;
    const node = readBody(schemas, this.#media);
    if (!node || this.accepts(value)) return undefined;
    const { path, message } = new ValueExplainer(schemas, 'response').explain(node, this.#wrap(value));
    return describeProblem({ part: 'body', path, message });
  }

  /** Removes the members from a request that only the server sets. */
  omitReadOnly = (body: JsonValue | undefined): JsonValue | undefined => {
    if (!isJsonObject(body)) return body;
    const omit = (object: JsonObject) =>
      Object.fromEntries(Object.entries(object).filter(([name]) => !this.#kind.readOnly.has(name)));
    const { path } = this.#kind.envelope;
    const resource = path.length > 0 ? unwrap(body, path) : undefined;
    return resource ? withMember(omit(body), path, omit(resource)) : omit(body);
  };

  /** Lists the schemas of one property. */
  getProperty(name: string): readonly SchemaNode[] {
    return this.#properties.get(name) ?? [];
  }

  /** Makes the representation of a new resource from its id, its request and the resources around it. */
  compose(id: number | string, { body, state, progress, parents = [], number }: Beginning): Composed {
    const request = this.#selectRequested(body);
    const alternative = this.#alternatives.choose(this.getTemplate(state), request);
    const template = this.#adaptTemplate(alternative, id);
    const omissible = this.#listOmissible(alternative);
    const base: JsonObject = {};
    for (const [name, member] of Object.entries(template)) {
      if (Object.hasOwn(request, name) || !omissible.has(name)) base[name] = member;
    }
    const { idProperty } = this.#kind.envelope;
    const identity =
      number === undefined
        ? {}
        : makeIdentity(base, this.#kind.identifying, { number, accepts: this.acceptsMember });
    const members: JsonObject = {
      ...identity,
      ...this.#times.list(base),
      ...listReferences(parents, this.acceptsMember),
      ...request,
      ...(idProperty === undefined ? {} : { [idProperty]: id }),
    };
    // Members that the request sets may exclude others that it could set.
    const settable = Object.keys(base).filter((name) => this.#requested.has(name));
    const unset = Object.fromEntries(settable.map((name) => [name, undefined]));
    const whole = [
      { ...base, ...members },
      { ...applyChanges(base, unset), ...members },
    ].find(this.accepts);
    const settle = (value: JsonObject) =>
      state === undefined ? value : this.#settle(state, { value, owned: request, progress });
    if (whole) return { value: this.#sort(settle(whole)), owned: members };
    const start = this.accepts(base) || !this.accepts(template) ? base : template;
    const value = this.#sort(
      keepId(settle(overlay(start, members, this.accepts)), id, {
        idProperty: this.#kind.envelope.idProperty,
        accepts: this.accepts,
      }),
    );
    return { value, owned: selectEqual(members, value) };
  }

  /** Changes a representation to another state; members that the request has set survive if they can. */
  enter({ value: current, owned, progress }: EnteringResource, state: string): JsonObject {
    const { states, envelope } = this.#kind;
    if (!states) return current;
    const id = envelope.idProperty === undefined ? undefined : current[envelope.idProperty];
    const alternative = this.#alternatives.choose(this.getTemplate(state), {
      ...current,
      [states.property]: state,
    });
    const template = this.#adaptTemplate(alternative, id);
    const base = { ...template, [states.property]: state };
    const { [states.property]: _, ...kept } = owned;
    const start = this.accepts(base) ? base : { ...current, [states.property]: state };
    const entered = overlay(start, { ...kept, ...this.#times.list(start, 'updated') }, this.accepts);
    return keepId(this.#settle(state, { value: entered, owned, progress }), id, {
      idProperty: this.#kind.envelope.idProperty,
      accepts: this.accepts,
    });
  }

  /** Applies a request to a representation: replaces what the request may set, or only what it contains. */
  change(current: JsonObject, body: JsonValue | undefined, mode: 'merge' | 'replace'): JsonObject {
    const request = this.#selectRequested(body, mode === 'replace');
    const changes =
      mode === 'merge'
        ? this.#changes.merge(current, request)
        : this.#changes.replace(current, request, this.getTemplate());
    return overlay(current, { ...this.#times.list(current, 'updated'), ...changes }, this.accepts);
  }

  /** Applies a JSON Patch to a representation, completely or not at all. */
  patch(current: JsonObject, operations: readonly JsonValue[]): Patched {
    const patched = applyJsonPatch(current, operations);
    if (patched.value === undefined) return patched;
    const { idProperty = '' } = this.#kind.envelope;
    if (patched.value[idProperty] !== current[idProperty])
      return { problem: `/${idProperty}: must not be changed` };
    const problem = this.explain(patched.value);
    if (problem !== undefined) return { problem };
    return { value: overlay(patched.value, this.#times.list(current, 'updated'), this.accepts) };
  }

  #settle(word: string, { value, owned, progress }: EnteringResource): JsonObject {
    const { work } = this.#kind;
    return fitResource(value, this.#kind, {
      word,
      outcome: progress?.outcome ?? '',
      expiresAt: work && findExpiry(work, { owned, progress }),
      accepts: this.accepts,
      wrap: (resource) => this.#wrap(resource),
    });
  }

  #wrap(value: JsonObject): JsonValue {
    const { path } = this.#kind.envelope;
    if (path.length === 0 || !this.#media) return value;
    return withMember(this.#engine.bodies.find(this.#media), path, value);
  }

  #listSchemas(): readonly SchemaNode[] {
    const body = readBody(this.#engine.schemas, this.#media);
    return body ? findNodes([body], this.#kind.envelope.path) : [];
  }

  // In the order of the example, then of the schema.
  #sort(value: JsonObject): JsonObject {
    const exampleBody = this.#media && this.#engine.bodies.listExamples(this.#media)[0]?.value;
    const example = Object.keys(unwrap(exampleBody, this.#kind.envelope.path) ?? {});
    const names = [...example, ...this.#properties.keys()].filter((name) => Object.hasOwn(value, name));
    return { ...Object.fromEntries(names.map((name) => [name, value[name]])), ...value };
  }

  /** Reports whether a member accepts a value. */
  acceptsMember = (name: string, value: JsonValue): boolean =>
    this.getProperty(name).some(({ origin }) =>
      this.#engine.schemas.accepts({ schema: origin, direction: 'response' }, value),
    );

  // The id of an example occurs in addresses, too; in generated values, equal texts are a coincidence.
  #adaptTemplate(template: JsonObject, id: JsonValue | undefined): JsonObject {
    const { idProperty } = this.#kind.envelope;
    const exampleId = idProperty === undefined ? undefined : template[idProperty];
    if (typeof exampleId !== 'string' || exampleId.length < 4 || id === undefined) return template;
    if (!this.#isShown) return template;
    const adapted = replaceText(template, exampleId, String(id));
    return isJsonObject(adapted) ? adapted : template;
  }

  #selectRequested(body: JsonValue | undefined, hasDefaults = true): JsonObject {
    const envelope = isJsonObject(body) ? body : {};
    const resource = this.#kind.envelope.path.length > 0 ? unwrap(body, this.#kind.envelope.path) : undefined;
    const all = { ...(hasDefaults ? this.#defaults : {}), ...envelope, ...resource };
    const isKept = (name: string) =>
      this.#properties.has(name) || (this.#isOpen && Object.hasOwn(resource ?? envelope, name));
    return Object.fromEntries(Object.entries(all).filter(([name]) => isKept(name)));
  }

  // A member that the request could set but did not is omitted, unless the representation requires it.
  #listOmissible(template: JsonObject): ReadonlySet<string> {
    const existing = this.#omissible.get(template);
    if (existing) return existing;
    const names = Object.keys(template).filter((name) => {
      const { [name]: _, ...members } = template;
      return this.#requested.has(name) && !this.#kind.identifying.includes(name) && this.accepts(members);
    });
    const omissible = new Set(names);
    this.#omissible.set(template, omissible);
    return omissible;
  }
}
