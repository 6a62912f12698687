// Mutants of the fleet: of resources whose ids clients choose, conditional requests, merge patches, orders and ranges of
// lists, files, forms, languages, idempotency keys and webhooks.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { Mutant } from '../shop.ts';
import type { Reply, ShopRequest } from '../shop-http.ts';
import { type FleetBehavior, mergePatch, parseBasic, type Vehicle } from './fleet-behavior.ts';

export type FleetMutant = Mutant<FleetBehavior>;

type Written = Exclude<Reply, 'hang'>;
type FleetFunctions = { [name in keyof FleetBehavior]: FleetBehavior[name] };

/** Replaces one function of the server. */
function instead<TName extends keyof FleetFunctions>(
  name: string,
  what: TName,
  make: (own: FleetBehavior[TName], behavior: FleetBehavior) => FleetBehavior[TName],
): FleetMutant {
  return {
    name,
    change(behavior) {
      behavior[what] = make(behavior[what], behavior);
    },
  };
}

/** Changes replies before they are written. */
function replying(
  name: string,
  change: (reply: Written, request: ShopRequest) => Partial<Written>,
): FleetMutant {
  return instead(
    name,
    'finish',
    () => (reply, request) => (reply === 'hang' ? reply : { ...reply, ...change(reply, request) }),
  );
}

function withHeader(reply: Written, name: string, value: string | undefined): Partial<Written> {
  const { [name]: _, ...others } = reply.headers ?? {};
  return { headers: value === undefined ? others : { ...others, [name]: value } };
}

/** Leaves a parameter out before the list is selected. */
function selectingWithout(name: string, parameter: string): FleetMutant {
  return instead(
    name,
    'select',
    (own) =>
      (vehicles, { [parameter]: _, ...others }) =>
        own(vehicles, others),
  );
}

const VEHICLE = /^\/vehicles\/[^/]+$/;

/** Mutants of creating, changing and conditionally reading vehicles. */
export const UPSERT_MUTANTS: readonly FleetMutant[] = [
  replying('a PUT that creates returns 200', (reply) =>
    reply.status === 201 && reply.headers?.etag ? { status: 200 } : {},
  ),
  replying('a PUT that replaces returns 201', (reply, { method, path }) =>
    method === 'PUT' && VEHICLE.test(path) && reply.status === 200
      ? { status: 201, ...withHeader(reply, 'location', path) }
      : {},
  ),
  replying('Location of a PUT leads to another plate', (reply, { method }) =>
    method === 'PUT' && reply.status === 201 ? withHeader(reply, 'location', '/vehicles/AA-0000') : {},
  ),
  instead(
    'a PUT keeps omitted properties',
    'replace',
    (own) => (before, fields, plate) => own(before, { ...withoutOwn(before), ...fields }, plate),
  ),
  instead(
    'a PUT leaves the extras as they were',
    'replace',
    (own) => (before, fields, plate) =>
      own(before, before ? { ...fields, extras: before.extras ?? {} } : fields, plate),
  ),
  instead('If-Match is ignored', 'isCurrent', () => () => true),
  instead(
    'If-Match is only asked whether there is a vehicle',
    'isCurrent',
    () => (vehicle, tag) => tag === undefined || vehicle !== undefined,
  ),
  instead('If-Match of what has not changed is refused', 'isCurrent', () => (_, tag) => tag === undefined),
  instead('If-None-Match is ignored', 'isKnown', () => () => false),
  instead('every If-None-Match is answered with 304', 'isKnown', () => (_, tag) => tag !== undefined),
  replying('a 304 has no ETag', (reply) =>
    reply.status === 304 ? withHeader(reply, 'etag', undefined) : {},
  ),
  replying('the ETag of a change is another one than that of the next read', (reply, { method }) =>
    method === 'PATCH' && reply.status === 204 ? withHeader(reply, 'etag', '"000000000000"') : {},
  ),
  instead(
    'ETag depends on the plate only',
    'tag',
    () =>
      ({ plate }) =>
        `"${Buffer.from(plate).toString('hex').slice(-12)}"`,
  ),
  instead(
    'a member that a patch sets to null stays',
    'merge',
    (own) => (target, patch) => own(target, withoutNull(patch)),
  ),
  instead(
    'a patch replaces inner objects',
    'merge',
    () => (target, patch) => shallow(target as JsonObject, patch as JsonObject),
  ),
  instead('a patch drops inner objects that it does not name', 'merge', (own) => (target, patch) => {
    const { extras: _, ...others } = target as JsonObject;
    return own((patch as JsonObject).extras === undefined ? others : (target ?? null), patch);
  }),
  instead('a retired vehicle can still be read', 'retire', () => (vehicle) => vehicle),
];

function withoutOwn(vehicle: Vehicle | undefined): JsonObject {
  const { plate: _plate, retired: _retired, ...fields } = vehicle ?? ({} as Vehicle);
  return fields;
}

function withoutNull(patch: JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(Object(patch) as JsonObject).filter(([, member]) => member !== null),
  );
}

function shallow(target: JsonObject, patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...target, ...patch })
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, mergePatch(undefined, member ?? null)]),
  );
}

/** Mutants of lists: order, ranges, pages and members. */
export const LIST_MUTANTS: readonly FleetMutant[] = [
  instead('the order is ignored', 'sort', (own) => (vehicles) => own(vehicles, 'plate')),
  instead(
    'a descending order ascends',
    'sort',
    (own) => (vehicles, by) => own(vehicles, by.replace('-', '')),
  ),
  instead(
    'an order by seats descends',
    'sort',
    (own) => (vehicles, by) => own(vehicles, by === 'seats' ? '-seats' : by),
  ),
  {
    name: 'each page is ordered by itself',
    change(behavior) {
      const { sort, page } = behavior;
      let last = 'plate';
      behavior.sort = (vehicles, by) => {
        last = by;
        return vehicles;
      };
      behavior.page = (vehicles, number, size) => sort(page(vehicles, number, size), last);
    },
  },
  instead(
    'only the first fuel counts',
    'select',
    (own) =>
      (vehicles, { fuel, ...others }) =>
        own(vehicles, Array.isArray(fuel) ? { ...others, fuel: fuel.slice(0, 1) } : others),
  ),
  selectingWithout('the filter by fuel is ignored', 'fuel'),
  selectingWithout('the first day of a range is ignored', 'registered_from'),
  selectingWithout('the last day of a range is ignored', 'registered_to'),
  instead(
    'the last day of a range does not belong to it',
    'select',
    (own) => (vehicles, parameters) =>
      own(vehicles, parameters).filter(({ registered_on }) => registered_on !== parameters.registered_to),
  ),
  selectingWithout('the range of seats is ignored', 'seats'),
  instead(
    'the least number of seats does not belong to the range',
    'select',
    (own) => (vehicles, parameters) =>
      own(vehicles, parameters).filter(({ seats }) => seats !== Object(parameters.seats).min),
  ),
  {
    ...selectingWithout('retired vehicles are never listed', 'include_retired'),
    missed: 'That a deleted vehicle stays in a list which asks for it is said in words only.',
  },
  instead(
    'retired vehicles are always listed',
    'select',
    (own) => (vehicles, parameters) => own(vehicles, { ...parameters, include_retired: true }),
  ),
  replying('there is never a next page', (reply) => withHeader(reply, 'link', undefined)),
  {
    ...instead('the last page has a next one', 'next', () => (_, page) => page + 1),
    missed:
      'Many lists end with a page without items, RFC 8288 allows a link to it, and what says otherwise are words only.',
  },
  instead(
    'the next page of the second is the second',
    'next',
    (own) => (total, page, size) =>
      own(total, page, size) === undefined ? undefined : Math.min(page + 1, 2),
  ),
  replying('the total is that of the page', (reply) =>
    Array.isArray(reply.body) ? withHeader(reply, 'x-total-count', String(reply.body.length)) : {},
  ),
  instead(
    'trips before a time are listed',
    'selectTrips',
    (own) =>
      (trips, { started_after: _, ...others }) =>
        own(trips, others),
  ),
  instead(
    'trips after a time are not listed',
    'selectTrips',
    (own) => (trips, parameters) =>
      own(trips, parameters).filter(() => parameters.started_after === undefined),
  ),
  instead(
    'the filter by purpose is ignored',
    'selectTrips',
    (own) =>
      (trips, { purpose: _, ...others }) =>
        own(trips, others),
  ),
];

/** Mutants of formats other than JSON: files, forms, languages, problems. */
export const FORMAT_MUTANTS: readonly FleetMutant[] = [
  instead(
    'a photo is stored as text',
    'storePhoto',
    () => (bytes) => Buffer.from(bytes.toString().replaceAll(/[^\x20-\x7e]/g, '?')),
  ),
  instead(
    'a photo is cut off',
    'storePhoto',
    () => (bytes) => bytes.subarray(0, Math.ceil(bytes.length / 2)),
  ),
  replying('a photo is not stored', (reply, { path }) =>
    path.endsWith('/photo') && reply.status === 200
      ? { status: 204, headers: {}, raw: undefined as never }
      : {},
  ),
  instead(
    'lines of the export end without a carriage return',
    'line',
    (own) => (vehicle) => own(vehicle).replace('\r', ''),
  ),
  instead('the export has a column more', 'line', (own) => (vehicle) => own(vehicle).replace('\r', ',yes\r')),
  replying('the export comes as JSON', (reply, { path }) =>
    path === '/vehicles.csv' ? withHeader(reply, 'content-type', 'application/json') : {},
  ),
  replying('the export has another name', (reply, { path }) =>
    path === '/vehicles.csv' && reply.status === 200
      ? withHeader(reply, 'content-disposition', 'inline')
      : {},
  ),
  replying('an import has another mode than the request', (reply, { path }) =>
    path.startsWith('/imports/') && reply.status === 200
      ? { body: { ...Object(reply.body), mode: 'add' } }
      : {},
  ),
  replying('an import loses its note', (reply, { path }) => {
    const { note: _, ...body } = Object(reply.body);
    return path.startsWith('/imports/') && reply.status === 200 ? { body } : {};
  }),
  replying('Location of an import leads nowhere', (reply) =>
    reply.status === 202
      ? withHeader(reply, 'location', '/imports/00000000-0000-4000-8000-000000000000')
      : {},
  ),
  replying('the terms are always declared as English', (reply, { path }) =>
    path === '/terms' && reply.status === 200 ? withHeader(reply, 'content-language', 'en') : {},
  ),
  instead('the requested language is ignored', 'language', () => () => 'en'),
  replying('the terms do not vary', (reply, { path }) =>
    path === '/terms' ? withHeader(reply, 'vary', undefined) : {},
  ),
  replying('a problem has another status than its response', (reply) =>
    reply.status === 404 ? { body: { ...Object(reply.body), status: 400 } } : {},
  ),
  replying('a problem comes as plain JSON', (reply) =>
    reply.status === 404 ? withHeader(reply, 'content-type', 'application/json') : {},
  ),
];

const ADA = `Basic ${Buffer.from('ada:engine').toString('base64')}`;

/** Mutants of keys, credentials and webhooks. */
export const ACCESS_MUTANTS: readonly FleetMutant[] = [
  instead('an idempotency key is ignored', 'keyed', () => () => undefined),
  instead('an idempotency key is taken with another body', 'isSameRequest', () => () => true),
  instead('any password is accepted', 'caller', (own) => (request) => {
    const [user] = parseBasic(request) ?? [];
    return user === 'ada'
      ? own({ ...request, headers: { ...request.headers, authorization: ADA } })
      : own(request);
  }),
  instead('a token to read may write', 'caller', (own) => (request) => {
    const caller = own(request);
    return caller && { ...caller, scopes: ['fleet.read', 'fleet.write'] };
  }),
  instead('everybody has the same vehicles', 'garage', (own) => () => own('ada')),
  replying('a 401 does not say how to sign in', (reply) =>
    reply.status === 401 ? withHeader(reply, 'www-authenticate', undefined) : {},
  ),
  instead('no webhook is sent', 'event', () => () => undefined),
  instead('a webhook has another event', 'event', (own) => (plate) => ({
    ...own(plate),
    event: 'vehicle_gone',
  })),
  instead('a webhook has a member more', 'event', (own) => (plate) => ({ ...own(plate), at: 'now' })),
];
