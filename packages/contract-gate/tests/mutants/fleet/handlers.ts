// Handlers of the fleet, one per operation, for requests that were read.
import { randomUUID } from 'node:crypto';
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { Reply } from '../shop-http.ts';
import type { FleetBehavior, Garage, Trip, Vehicle } from './fleet-behavior.ts';
import type { Parameters } from './read-parameters.ts';

/** A request with all that was read of it. */
export interface Call {
  behavior: FleetBehavior;
  garage: Garage;
  parameters: Parameters;
  body: JsonValue;
  bytes: Buffer;
  /** The first variable segment of the path, and the second. */
  plate: string;
  id: string;
  /** Sends a webhook. */
  notify: (event: JsonValue) => void;
}

/** Writes a problem (RFC 9457). */
export function problem(status: number, title: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title, status },
  };
}

type Handler = (call: Call) => Reply;

/** Lets a handler have the vehicle, so long as it is not retired. */
function withVehicle(handle: (vehicle: Vehicle, call: Call) => Reply): Handler {
  return (call) => {
    const vehicle = call.garage.vehicles.get(call.plate);
    if (!vehicle) return problem(404, 'No such vehicle.');
    return vehicle.retired ? problem(410, 'It is retired.') : handle(vehicle, call);
  };
}

const listVehicles: Handler = ({ behavior, garage, parameters }) => {
  const { page = 1, per_page: size = 10, sort = 'plate' } = parameters;
  const found = behavior.sort(behavior.select([...garage.vehicles.values()], parameters), String(sort));
  const next = behavior.next(found.length, Number(page), Number(size));
  const link = next === undefined ? {} : { link: `<${formatPageLink(next, parameters)}>; rel="next"` };
  return {
    status: 200,
    headers: { 'x-total-count': String(found.length), ...link },
    body: behavior.page(found, Number(page), Number(size)),
  };
};

function formatPageLink(page: number, { per_page: size = 10, sort, fuel, ...others }: Parameters): string {
  const query = new URLSearchParams({ page: String(page), per_page: String(size) });
  if (sort !== undefined) query.set('sort', String(sort));
  if (Array.isArray(fuel)) query.set('fuel', fuel.join('|'));
  for (const [name, value] of Object.entries(others)) {
    if (name === 'page') continue;
    if (typeof value === 'object' && value !== null)
      for (const [member, one] of Object.entries(value)) query.set(`${name}[${member}]`, String(one));
    else query.set(name, String(value));
  }
  return `/vehicles?${query}`;
}

const getVehicle = withVehicle((vehicle, { behavior, parameters }) => {
  const headers = { etag: behavior.tag(vehicle) };
  return behavior.isKnown(vehicle, parameters['If-None-Match'])
    ? { status: 304, headers }
    : { status: 200, headers, body: vehicle };
});

const putVehicle: Handler = ({ behavior, garage, parameters, body, plate }) => {
  const before = garage.vehicles.get(plate);
  if (before?.retired) return problem(410, 'It is retired.');
  if (!behavior.isCurrent(before, parameters['If-Match'])) return problem(412, 'It has changed.');
  const vehicle = behavior.replace(before, body as JsonObject, plate);
  garage.vehicles.set(plate, vehicle);
  const headers = { etag: behavior.tag(vehicle) };
  return before
    ? { status: 200, headers, body: vehicle }
    : { status: 201, headers: { ...headers, location: `/vehicles/${plate}` }, body: vehicle };
};

const patchVehicle = withVehicle((before, { behavior, garage, parameters, body, plate }) => {
  if (!behavior.isCurrent(before, parameters['If-Match'])) return problem(412, 'It has changed.');
  const vehicle = behavior.merge(before, body) as Vehicle;
  garage.vehicles.set(plate, vehicle);
  return { status: 204, headers: { etag: behavior.tag(vehicle) } };
});

const retireVehicle = withVehicle((vehicle, { behavior, garage, plate, notify }) => {
  garage.vehicles.set(plate, behavior.retire(vehicle));
  const event = behavior.event(plate);
  if (event) notify(event);
  return { status: 204 };
});

const getPhoto = withVehicle((_vehicle, { garage, plate }) => {
  const raw = garage.photos.get(plate);
  return raw
    ? { status: 200, headers: { 'content-type': 'application/octet-stream' }, raw }
    : { status: 204 };
});

const putPhoto = withVehicle((_vehicle, { behavior, garage, plate, bytes }) => {
  garage.photos.set(plate, behavior.storePhoto(bytes));
  return { status: 204 };
});

const listTrips = withVehicle((_vehicle, { behavior, garage, parameters, plate }) => {
  const own = garage.trips.get(plate) ?? [];
  const sorted = own.toSorted((one, other) => Date.parse(other.started_at) - Date.parse(one.started_at));
  return { status: 200, body: { trips: behavior.selectTrips(sorted, parameters) } };
});

const createTrip = withVehicle((_vehicle, { behavior, garage, parameters, body, plate }) => {
  const key = parameters['Idempotency-Key'];
  const text = JSON.stringify([plate, body]);
  const first = typeof key === 'string' ? behavior.keyed(garage, key) : undefined;
  if (first && !behavior.isSameRequest(first.body, text))
    return problem(409, 'The key came with another body.');
  const trip =
    first?.trip ?? ({ stops: [], ...(body as JsonObject), trip_id: randomUUID() } as unknown as Trip);
  if (!first) garage.trips.set(plate, [...(garage.trips.get(plate) ?? []), trip]);
  if (typeof key === 'string') garage.keys.set(key, { body: text, trip });
  return { status: 201, headers: { location: `/vehicles/${plate}/trips/${trip.trip_id}` }, body: trip };
});

const getTrip = withVehicle((_vehicle, { garage, plate, id }) => {
  const trip = garage.trips.get(plate)?.find((one) => one.trip_id === id);
  return trip ? { status: 200, body: trip } : problem(404, 'No such trip.');
});

const exportVehicles: Handler = ({ behavior, garage }) => {
  const lines = [...garage.vehicles.values()].filter(({ retired }) => !retired).map(behavior.line);
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="vehicles.csv"',
  };
  return { status: 200, headers, raw: Buffer.from(['plate,fuel,seats\r\n', ...lines].join('')) };
};

const createImport: Handler = ({ garage, body }) => {
  const { mode = '', note } = Object(body);
  const made = { import_id: randomUUID(), mode, state: 'running', ...(note === undefined ? {} : { note }) };
  garage.imports.set(made.import_id, made);
  return { status: 202, headers: { location: `/imports/${made.import_id}`, 'retry-after': '1' } };
};

const getImport: Handler = ({ garage, plate: id }) => {
  const found = garage.imports.get(id);
  if (!found) return problem(404, 'No such import.');
  // An import ends after its first read.
  garage.imports.set(id, { ...found, state: 'done' });
  return { status: 200, body: found };
};

const TERMS = { en: 'Drive carefully.', de: 'Fahren Sie vorsichtig.' };

const getTerms: Handler = ({ behavior, parameters }) => {
  const language = behavior.language(parameters);
  const caching = { 'cache-control': 'public, max-age=60', vary: 'Accept-Language' };
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'content-language': language, ...caching },
    raw: Buffer.from(TERMS[language]),
  };
};

/** The handlers by the ids of their operations. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  list_vehicles: listVehicles,
  get_vehicle: getVehicle,
  put_vehicle: putVehicle,
  patch_vehicle: patchVehicle,
  retire_vehicle: retireVehicle,
  get_photo: getPhoto,
  put_photo: putPhoto,
  list_trips: listTrips,
  create_trip: createTrip,
  get_trip: getTrip,
  export_vehicles: exportVehicles,
  create_import: createImport,
  get_import: getImport,
  get_terms: getTerms,
};
