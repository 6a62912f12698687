// The state of one world: resources, single values, answers to keep for repeated requests, callbacks that were sent.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { StateCallback } from '@keyframe/openapi-resources';
import type { CallbackFault, Pace } from '../request/preferences.ts';

/** The progress of a resource through its states. */
export interface Progress {
  /** The states that follow, each with the value of the resource in it. */
  course: readonly string[];
  /** The index of the current state. */
  index: number;
  pace: Pace;
  /** Milliseconds that the last state before the final one lasts longer. */
  hold: number;
  /** Milliseconds at which the current state was entered. */
  since: number;
  /** The outcome that the request wishes; empty for success. */
  outcome: string;
  /** Milliseconds since 1970 after which finished work is gone, if its document has such a time. */
  expiresAt?: number | undefined;
}

/** A resource that exists. */
export interface Resource {
  id: string;
  /** Texts of the path parameters around it, by name. */
  parents: Readonly<Record<string, string>>;
  /** The order of its creation in its world, from 1; lists continue after it. */
  position: number;
  value: JsonObject;
  /** Members that the request or the mock itself has set; they survive a change of the state. */
  owned: JsonObject;
  /** The body of the request that created it. */
  request: JsonObject;
  progress?: Progress | undefined;
  /** The exchange that created the resource, if callbacks depend on it. */
  origin?: Origin | undefined;
}

/** A resource that enters a state. */
export type EnteringResource = Pick<Resource, 'owned' | 'progress' | 'value'>;

/** Reports whether a resource has the texts of path parameters, as far as it has these parameters. */
export function isWithin(resource: Resource, parents: Resource['parents']): boolean {
  return Object.entries(parents).every(([name, text]) => (resource.parents[name] ?? text) === text);
}

/** The facts of a creation that its callbacks need. */
export interface Origin {
  addresses: ReadonlyMap<StateCallback, string>;
  fault: CallbackFault | undefined;
  /** The name of its world. */
  world: string;
  /** Functions that end the timers of the resource and the waits of its callbacks, one for each. */
  ends: Set<() => void>;
  /** Whether the world no longer holds the resource: then its callbacks that wait are not sent. */
  isRemoved: boolean;
}

/** A callback that was sent, or would have been. */
export interface Delivery {
  id: string;
  callback: string;
  /** POST by default. */
  method?: string;
  url: string;
  /** Undefined for a request without a body. */
  body: JsonValue | undefined;
  /** Milliseconds since 1970. */
  requestedAt: number;
  /** The id of the resource; empty without one. */
  resource: string;
  /** The status of the receiver, or the reason why nothing was received. */
  result: number | string;
}

/** A response that is repeated for the same idempotency key. */
export interface Replay {
  fingerprint: string;
  status: number;
  body: JsonValue | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Resources to put into a world, by the path of their kind: `/pets/{id}`. */
export interface Seed {
  resources?: Readonly<Record<string, readonly SeedResource[]>>;
  singles?: JsonObject;
  /** The paths of deleted resources that no operation creates. */
  removed?: readonly string[];
}

/** One resource of a seed. */
export interface SeedResource {
  id: string;
  parents?: Readonly<Record<string, string>>;
  value: JsonObject;
}

/** The number of resources that each list shows at first, or the resources themselves. */
export type Initial = number | Seed;

const MAX_RESOURCES = 10_000;
const MAX_REPLAYS = 10_000;
const MAX_DELIVERIES = 1_000;
const MAX_FORMER_POSITIONS = 1_000;

/** Holds the state of one world; the oldest entries are dropped at its limits. */
export class World {
  readonly name: string;
  readonly #onGrowth: () => void;
  #resources = new Map<string, Map<string, Resource>>();
  #singles = new Map<string, JsonValue>();
  #removed = new Map<string, true>();
  #replays = new Map<string, Replay>();
  #deliveries: Delivery[] = [];
  #sequence = 0;
  #lastPosition = 0;
  /** The positions of removed resources, by kind and key. */
  #formerPositions = new Map<string, number>();

  constructor(name: string, onGrowth: () => void = () => undefined) {
    this.name = name;
    this.#onGrowth = onGrowth;
  }

  /** The number of resources and of responses that are kept for repeated requests. */
  get size(): number {
    let size = this.#replays.size;
    for (const map of this.#resources.values()) size += map.size;
    return size;
  }

  /** Counts up. */
  next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Returns the position of a new resource. */
  nextPosition(): number {
    this.#lastPosition += 1;
    return this.#lastPosition;
  }

  /** Reports whether a resource has, or had, a position. */
  hasPosition(position: number): boolean {
    return position > 0 && position <= this.#lastPosition;
  }

  /** Returns the position of a resource that exists, or was among the last 1,000 that were removed. */
  findPosition(kind: string, key: string): number | undefined {
    return this.get(kind, key)?.position ?? this.#formerPositions.get(`${kind} ${key}`);
  }

  get deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  addDelivery(delivery: Delivery): void {
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > MAX_DELIVERIES) this.#deliveries.shift();
  }

  /** Lists the resources of a kind, the oldest first. */
  list(kind: string): Iterable<Resource> {
    return this.#resources.get(kind)?.values() ?? [];
  }

  /** Reports whether resources of a kind were added, even if all of them were removed again. */
  has(kind: string): boolean {
    return this.#resources.has(kind);
  }

  /** Starts a kind without resources, unless it has some. */
  open(kind: string): void {
    if (!this.has(kind)) this.#resources.set(kind, new Map());
  }

  get(kind: string, key: string): Resource | undefined {
    return this.#resources.get(kind)?.get(key);
  }

  add(kind: string, key: string, resource: Resource): void {
    const map = this.#resources.get(kind) ?? new Map<string, Resource>();
    this.#resources.set(kind, map);
    dropResource(map.get(key));
    // The order of a map is that of the positions.
    map.delete(key);
    map.set(key, resource);
    if (map.size > MAX_RESOURCES) dropResource(dropOldest(map));
    this.#onGrowth();
  }

  remove(kind: string, key: string): void {
    const resource = this.get(kind, key);
    if (!resource) return;
    dropResource(resource);
    this.#resources.get(kind)?.delete(key);
    this.#formerPositions.set(`${kind} ${key}`, resource.position);
    if (this.#formerPositions.size > MAX_FORMER_POSITIONS) dropOldest(this.#formerPositions);
  }

  getSingle(path: string): JsonValue | undefined {
    return this.#singles.get(path);
  }

  setSingle(path: string, value: JsonValue): void {
    this.#singles.set(path, value);
    if (this.#singles.size > MAX_RESOURCES) dropOldest(this.#singles);
  }

  removeSingle(path: string): void {
    this.#singles.delete(path);
  }

  /** Reports whether the resource at a path was deleted, although no operation creates it. */
  isRemoved(path: string): boolean {
    return this.#removed.has(path);
  }

  markRemoved(path: string): void {
    this.#removed.set(path, true);
    if (this.#removed.size > MAX_RESOURCES) dropOldest(this.#removed);
  }

  restore(path: string): void {
    this.#removed.delete(path);
  }

  getReplay(key: string): Replay | undefined {
    return this.#replays.get(key);
  }

  addReplay(key: string, replay: Replay): void {
    this.#replays.set(key, replay);
    if (this.#replays.size > MAX_REPLAYS) dropOldest(this.#replays);
    this.#onGrowth();
  }

  /** Removes everything. */
  reset(): void {
    for (const map of this.#resources.values()) for (const resource of map.values()) dropResource(resource);
    this.#resources = new Map();
    this.#singles = new Map();
    this.#removed = new Map();
    this.#replays = new Map();
    this.#deliveries = [];
    this.#sequence = 0;
    this.#lastPosition = 0;
    this.#formerPositions = new Map();
  }

  /** Returns the resources as a seed, which recreates them. */
  export(): Required<Seed> {
    // Work that is no resource of a kind has no path.
    const kinds = [...this.#resources].filter(([kind]) => kind.startsWith('/'));
    const resources = kinds.map(([kind, map]) => [
      kind,
      [...map.values()].map(({ id, parents, value }) => ({ id, parents, value })),
    ]);
    return {
      resources: Object.fromEntries(resources),
      singles: Object.fromEntries(this.#singles),
      removed: [...this.#removed.keys()],
    };
  }
}

function dropOldest<TValue>(map: Map<string, TValue>): TValue | undefined {
  for (const [key, value] of map) {
    map.delete(key);
    return value;
  }
  return undefined;
}

function dropResource(resource: Resource | undefined): void {
  if (!resource?.origin) return;
  resource.origin.isRemoved = true;
  for (const end of [...resource.origin.ends]) end();
}
