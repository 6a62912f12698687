// Behavior of the fleet, in functions that a mutant can replace one at a time.
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { Reply, ShopRequest } from '../shop-http.ts';
import type { Parameters } from './read-parameters.ts';

export interface Vehicle extends JsonObject {
  plate: string;
  fuel: string;
  seats: number;
  registered_on: string;
  retired: boolean;
}

export interface Trip extends JsonObject {
  trip_id: string;
  started_at: string;
  purpose: string;
}

export interface Import extends JsonObject {
  import_id: string;
  state: string;
}

/** Resources of one owner. */
export interface Garage {
  vehicles: Map<string, Vehicle>;
  photos: Map<string, Buffer>;
  trips: Map<string, Trip[]>;
  imports: Map<string, Import>;
  /** Trips and request bodies by idempotency key. */
  keys: Map<string, { body: string; trip: Trip }>;
}

/** Everything that a mutant can replace. */
export interface FleetBehavior {
  caller: (request: ShopRequest) => { owner: string; scopes: readonly string[] } | undefined;
  garage: (owner: string) => Garage;
  handle: (request: ShopRequest) => Reply;
  finish: (reply: Reply, request: ShopRequest) => Reply;
  select: (vehicles: Vehicle[], parameters: Parameters) => Vehicle[];
  sort: (vehicles: Vehicle[], by: string) => Vehicle[];
  page: (vehicles: Vehicle[], page: number, size: number) => Vehicle[];
  next: (total: number, page: number, size: number) => number | undefined;
  tag: (vehicle: Vehicle) => string;
  isCurrent: (vehicle: Vehicle | undefined, tag: JsonValue | undefined) => boolean;
  isKnown: (vehicle: Vehicle, tag: JsonValue | undefined) => boolean;
  replace: (before: Vehicle | undefined, fields: JsonObject, plate: string) => Vehicle;
  merge: (target: JsonValue | undefined, patch: JsonValue) => JsonValue;
  retire: (vehicle: Vehicle) => Vehicle;
  storePhoto: (bytes: Buffer) => Buffer;
  line: (vehicle: Vehicle) => string;
  selectTrips: (trips: Trip[], parameters: Parameters) => Trip[];
  keyed: (garage: Garage, key: string) => { body: string; trip: Trip } | undefined;
  isSameRequest: (one: string, other: string) => boolean;
  language: (parameters: Parameters) => 'de' | 'en';
  event: (plate: string) => JsonObject | undefined;
}

const PASSWORDS: Readonly<Record<string, string>> = { ada: 'engine', bob: 'boiler' };
const TOKENS: Readonly<Record<string, readonly string[]>> = {
  'token-to-read': ['fleet.read'],
  'token-to-write': ['fleet.read', 'fleet.write'],
};

/** Reads the user and the password of Basic credentials. */
export function parseBasic({ headers }: ShopRequest): string[] | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString().split(':') : undefined;
}

function findCaller(request: ShopRequest): ReturnType<FleetBehavior['caller']> {
  const [user = '', password] = parseBasic(request) ?? [];
  if (password !== undefined && PASSWORDS[user] === password)
    return { owner: user, scopes: ['fleet.read', 'fleet.write'] };
  const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const scopes = TOKENS[token];
  return scopes && { owner: 'ada', scopes };
}

function createGarages(): FleetBehavior['garage'] {
  const garages = new Map<string, Garage>();
  return (owner) => {
    const garage = garages.get(owner) ?? {
      vehicles: new Map(),
      photos: new Map(),
      trips: new Map(),
      imports: new Map(),
      keys: new Map(),
    };
    garages.set(owner, garage);
    return garage;
  };
}

/** Makes the functions of the server that conforms. */
export function createFleetBehavior(): FleetBehavior {
  const behavior: FleetBehavior = {
    caller: findCaller,
    garage: createGarages(),
    handle: () => ({ status: 500 }),
    finish: (reply) => reply,
    select(vehicles, parameters) {
      const { min = 0, max = 99 } = Object(parameters.seats);
      const {
        fuel,
        registered_from: from = '',
        registered_to: to = '9',
        include_retired: withRetired,
      } = parameters;
      return vehicles.filter(
        ({ retired, seats, registered_on, ...vehicle }) =>
          (!retired || withRetired === true) &&
          (!Array.isArray(fuel) || fuel.includes(vehicle.fuel)) &&
          seats >= min &&
          seats <= max &&
          registered_on >= String(from) &&
          registered_on <= String(to),
      );
    },
    sort(vehicles, by) {
      const name = by.replace('-', '');
      const sign = by.startsWith('-') ? -1 : 1;
      const compare = (one: Vehicle, other: Vehicle) =>
        Number(one[name] === other[name] ? 0 : Number(one[name] ?? 0) > Number(other[name] ?? 0) ? 1 : -1);
      const byText = (one: Vehicle, other: Vehicle) => (one.plate < other.plate ? -1 : 1);
      return vehicles.toSorted(
        (one, other) =>
          sign * (name === 'plate' ? byText(one, other) : compare(one, other)) || byText(one, other),
      );
    },
    page: (vehicles, page, size) => vehicles.slice((page - 1) * size, page * size),
    next: (total, page, size) => (page * size < total ? page + 1 : undefined),
    tag: (vehicle) => `"${createHash('sha1').update(JSON.stringify(vehicle)).digest('hex').slice(0, 12)}"`,
    isCurrent: (vehicle, tag) =>
      tag === undefined || (vehicle !== undefined && behavior.tag(vehicle) === tag),
    isKnown: (vehicle, tag) => behavior.tag(vehicle) === tag,
    replace: (_before, fields, plate) =>
      ({ color: 'white', ...fields, plate, retired: false }) as unknown as Vehicle,
    merge: mergePatch,
    retire: (vehicle) => ({ ...vehicle, retired: true }),
    storePhoto: (bytes) => bytes,
    line: ({ plate, fuel, seats }) => `${plate},${fuel},${seats}\r\n`,
    selectTrips: (trips, { started_after: after, purpose }) =>
      trips.filter(
        (trip) =>
          (after === undefined || Date.parse(trip.started_at) > Date.parse(String(after))) &&
          (purpose === undefined || trip.purpose === purpose),
      ),
    keyed: ({ keys }, key) => keys.get(key),
    isSameRequest: (one, other) => one === other,
    language: (parameters) => (parameters['Accept-Language'] === 'de' ? 'de' : 'en'),
    event: (plate) => ({ event: 'vehicle_retired', plate }),
  };
  return behavior;
}

/** Merges a patch into a value (RFC 7396). */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged: JsonObject =
    typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [name, member] of Object.entries(patch)) {
    if (member === null || member === undefined) delete merged[name];
    else merged[name] = mergePatch(merged[name], member);
  }
  return merged;
}
