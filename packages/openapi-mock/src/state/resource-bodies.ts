// Fits the representation of a resource into the bodies of responses.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
} from '@keyframe/openapi-model';
import {
  type DerivedKind,
  type Envelope,
  findJsonMedia,
  findResponseEnvelope,
  listIdForms,
  unwrap,
} from '@keyframe/openapi-resources';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import type { Engine } from '../engine.ts';
import { overlay, withMember } from '../json.ts';

interface NamedId {
  path: readonly string[];
  id: JsonValue;
}

/** Makes the bodies of responses about resources of one kind. */
export class ResourceBodies {
  readonly #engine: Engine;
  readonly #kind: DerivedKind;
  readonly #envelopes = new Map<MediaType, Envelope>();

  constructor(kind: DerivedKind, engine: Engine) {
    this.#engine = engine;
    this.#kind = kind;
  }

  /** Makes the body of a response; undefined if the operation documents no JSON. */
  fit(
    operation: Operation,
    value: JsonObject,
    { id, isCreated }: { id: JsonValue; isCreated: boolean },
  ): JsonValue | undefined {
    const media = findJsonMedia(operation);
    if (!media) return undefined;
    const accepts = this.#engine.bodies.getAcceptor(media);
    const { path, idProperty } = this.#findEnvelope(media);
    const base = this.#engine.bodies.find(media) ?? {};
    const whole = path.length === 0 ? value : withMember(base, path, value);
    const { creation, otherCreations } = this.#kind;
    const ownCreation = otherCreations.find((candidate) => candidate.operation === operation) ?? creation;
    const createdPath = ownCreation?.idPath;
    // Other members may be named like an id, such as the code of a result.
    const ownPath =
      idProperty !== undefined && idProperty === createdPath?.at(-1) ? [...path, idProperty] : undefined;
    const idPath = isCreated ? createdPath : ownPath;
    const extra = idPath && { path: idPath, id };
    const isNamed = !extra || getText(whole, extra.path) === String(extra.id);
    if (isNamed && this.#shows(media, idProperty) && accepts(whole)) return whole;
    // Some creations return only the id.
    if (!isJsonObject(base)) return (isCreated ? listIdForms(id).find(accepts) : undefined) ?? base;
    return nameResource(this.#fillBase(base, value, { path, extra, accepts }), extra, accepts);
  }

  // A body that declares members, but no id, is another one, even if its open schema accepts the resource.
  #shows(media: MediaType, idProperty: string | undefined): boolean {
    const { schema } = media;
    const { creation, envelope } = this.#kind;
    const isUndeclared = envelope.idProperty === undefined || creation?.isIdUndeclared;
    if (idProperty !== undefined || isUndeclared || !schema) return true;
    return collectProperties(this.#engine.schemas.node({ schema, direction: 'response' })).size === 0;
  }

  // The documented body with the members that the resource has, too.
  #fillBase(base: JsonObject, value: JsonObject, { path, extra, accepts }: FillOptions): JsonValue {
    const wrap = (resource: JsonObject) => (path.length === 0 ? resource : withMember(base, path, resource));
    const object = unwrap(base, path) ?? base;
    const members = Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(object, name)));
    const identity =
      extra && path.length === extra.path.length - 1 ? { [extra.path.at(-1) ?? '']: extra.id } : {};
    return wrap(overlay(object, { ...members, ...identity }, (candidate) => accepts(wrap(candidate))));
  }

  #findEnvelope(media: MediaType): Envelope {
    const existing = this.#envelopes.get(media);
    if (existing) return existing;
    const envelope = findResponseEnvelope(this.#kind, media, this.#engine.schemas);
    this.#envelopes.set(media, envelope);
    return envelope;
  }
}

interface FillOptions {
  path: readonly string[];
  extra: NamedId | undefined;
  accepts: (value: JsonValue) => boolean;
}

function nameResource(
  body: JsonValue,
  extra: NamedId | undefined,
  accepts: FillOptions['accepts'],
): JsonValue {
  if (!extra) return body;
  const candidates = listIdForms(extra.id).map((id) => withMember(body, extra.path, id));
  return candidates.find(accepts) ?? body;
}

function getText(value: JsonValue | undefined, path: readonly string[]): string | undefined {
  const parent = unwrap(value, path.slice(0, -1));
  const member = parent?.[path.at(-1) ?? ''];
  return typeof member === 'string' || typeof member === 'number' ? String(member) : undefined;
}
