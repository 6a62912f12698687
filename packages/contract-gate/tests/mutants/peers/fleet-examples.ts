// The examples that Dredd and Prism send to the fleet: of vehicles that exist, one of which is retired on the way.
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@keyframe/openapi-model';
import { fleetDocument } from '../fleet/fleet.ts';
import { basic } from '../fleet/test-fleet.ts';

// Dredd takes every member that a schema knows for a required one.
const VEHICLE = {
  fuel: 'petrol',
  seats: 5,
  registered_on: '2020-05-01',
  color: 'red',
  nickname: 'Ella',
  extras: { towbar: true, radio: 'old' },
};
const TRIP = { started_at: '2026-01-02T08:00:00Z', purpose: 'work', stops: ['Ulm'] };
// The first is changed and retired, the second keeps its trips and its photo; the hooks of Dredd know the others, of which
// one is retired before and one has no photo.
const PLATES = ['AA-0001', 'AA-0002', 'AA-0003', 'AA-0004'] as const;
const IDEMPOTENCY_KEY = '00000000-0000-4000-8000-000000000001';

/** Makes resources in a fleet, and gives its document with examples that name them. */
export async function fleetWithExamples(url: URL): Promise<JsonObject> {
  const send = (
    request: string,
    body?: string | FormData,
    given: Record<string, string> = {},
  ): Promise<Response> => {
    const [method = '', path = ''] = request.split(' ');
    const headers = { ...basic('ada', 'engine'), ...given };
    return fetch(new URL(path, url), { method, headers, ...(body === undefined ? {} : { body }) });
  };
  const json = { 'content-type': 'application/json' };
  for (const plate of PLATES) await send(`PUT /vehicles/${plate}`, JSON.stringify(VEHICLE), json);
  const [changed, kept, retired] = PLATES;
  await send(`DELETE /vehicles/${retired}`);
  await send(`PUT /vehicles/${kept}/photo`, 'photo', { 'content-type': 'application/octet-stream' });
  const trip = await send(`POST /vehicles/${kept}/trips`, JSON.stringify(TRIP), {
    ...json,
    'idempotency-key': IDEMPOTENCY_KEY,
  });
  const form = new FormData();
  form.set('mode', 'add');
  form.set('file', 'plate\r\n');
  form.set('note', 'by hand');
  const imported = await send('POST /imports', form);
  const document = structuredClone((await fleetDocument()).original) as JsonObject;
  const exemplify = (pointer: string, example: JsonValue) =>
    Object.assign(Object(valueAt(document, pointer)), { example });
  const plate = '#/components/parameters/Plate';
  // A reference that is replaced by a parameter of its own.
  const own = structuredClone(Object(valueAt(document, plate)));
  Object.assign(Object(valueAt(document, '#/paths/~1vehicles~1{plate}')), { parameters: [own] });
  exemplify('#/paths/~1vehicles~1{plate}/parameters/0', changed);
  exemplify(plate, kept);
  exemplify('#/paths/~1vehicles~1{plate}~1trips~1{trip_id}/parameters/1', await readMember(trip, 'trip_id'));
  exemplify(
    '#/paths/~1imports~1{import_id}/get/parameters/0',
    imported.headers.get('location')?.split('/').at(-1) ?? 'none',
  );
  exemplify('#/paths/~1vehicles~1{plate}/put/requestBody/content/application~1json', VEHICLE);
  exemplify('#/paths/~1vehicles~1{plate}/patch/requestBody/content/application~1merge-patch+json', {
    seats: 4,
    nickname: 'Bella',
  });
  exemplify('#/paths/~1vehicles~1{plate}~1trips/post/requestBody/content/application~1json', TRIP);
  return document;
}

// A mutant may return anything; a tool that cannot continue has found a fault.
async function readMember(response: Response, name: string): Promise<JsonValue> {
  const body: unknown = await response.json().catch(() => undefined);
  return (isJsonObject(body) ? body[name] : undefined) ?? 'none';
}
