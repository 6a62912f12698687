// Resources that no operation creates: those that a list or an example of the document shows exist.
import { isJsonObject, type JsonObject, type JsonValue, listExamples } from '@keyframe/openapi-model';
import {
  findIdParameter,
  findJsonMedia,
  getMember,
  listIdForms,
  planList,
  type ResourceKind,
  unwrap,
} from '@keyframe/openapi-resources';
import { listSchemaExamples } from '@keyframe/openapi-schema/facts';
import type { Engine } from '../engine.ts';
import type { World } from './world.ts';

/** A resource that the document shows. */
export interface ShownResource {
  id: string;
  /** The members that are shown. */
  value: JsonObject;
}

/** The resources of a kind that exist from the start. */
export class ShownResources {
  readonly #kind: ResourceKind;
  readonly #engine: Engine;
  #found: readonly ShownResource[] | undefined;

  constructor(kind: ResourceKind, engine: Engine) {
    this.#kind = kind;
    this.#engine = engine;
  }

  /** Reports whether none exists. */
  isEmpty(): boolean {
    return this.#list().length === 0;
  }

  /** Adds them to a world, unless it had resources of the kind before; the first of a list is the newest. */
  start(world: World, add: (id: string, value: JsonObject) => void): void {
    if (world.has(this.#kind.itemPath)) return;
    for (const { id, value } of this.#list().toReversed()) add(id, value);
  }

  // Found when they are first needed: values for all lists would delay the start.
  #list(): readonly ShownResource[] {
    this.#found ??= this.#kind.creation ? [] : listShownResources(this.#kind, this.#engine);
    return this.#found;
  }
}

/** Lists the resources of a kind in examples of reads, lists and ids; of a list without an example, a generated one. */
export function listShownResources(kind: ResourceKind, engine: Engine): ShownResource[] {
  const { read, replace, merge, remove, itemPath, envelope } = kind;
  const target = read ?? replace ?? merge ?? remove;
  const parameter = target && findIdParameter(target, itemPath);
  const schema = parameter?.schema;
  if (!schema) return [];
  const directed = { schema, direction: 'request' as const };
  const { schemas, model } = engine;
  const media = read && findJsonMedia(read);
  const bodies = media ? engine.bodies.listExamples(media) : [];
  // An example of the id and one of the resource with the same name belong together.
  const findNamed = (name: string) => unwrap(bodies.find((body) => body.name === name)?.value, envelope.path);
  const examples = [
    ...listExamples(model, parameter.pointer).map(({ name, value: id }) => ({ id, value: findNamed(name) })),
    ...listSchemaExamples(schemas.node(directed)).map((id) => ({ id, value: undefined })),
  ];
  const resources = new Map<string, ShownResource>();
  for (const { id, value = {} } of [...listRead(kind, engine), ...listItems(kind, engine), ...examples]) {
    const isId = typeof id === 'string' || typeof id === 'number';
    if (!isId || id === '' || resources.has(String(id))) continue;
    if (listIdForms(id).some((form) => schemas.accepts(directed, form)))
      resources.set(String(id), { id: String(id), value });
  }
  return [...resources.values()];
}

interface Shown {
  id: JsonValue | undefined;
  value: JsonObject | undefined;
}

function listRead({ read, envelope: { path, idProperty } }: ResourceKind, { bodies }: Engine): Shown[] {
  const media = read && findJsonMedia(read);
  if (!media || idProperty === undefined) return [];
  const values = bodies.listExamples(media).map(({ value }) => unwrap(value, path));
  return values.filter((value) => value !== undefined).map((value) => ({ id: value[idProperty], value }));
}

function listItems({ list, idNames }: ResourceKind, { bodies, schemas }: Engine): Shown[] {
  const media = list && findJsonMedia(list);
  const plan = media && planList(schemas, list);
  if (!plan) return [];
  const examples = bodies.listExamples(media).map(({ value }) => value);
  const all = examples.length > 0 ? examples : [bodies.find(media)];
  const items = all
    .map((body) => getMember(body, plan.items))
    .flatMap((member) => (Array.isArray(member) ? member : plan.isMap ? Object.values(Object(member)) : []));
  return items.filter(isJsonObject).map((value) => {
    const name = idNames.find((candidate) => ['string', 'number'].includes(typeof value[candidate]));
    return { id: name === undefined ? undefined : value[name], value };
  });
}
