import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import { formatValue } from '../format-value.ts';
import { withParameters } from '../requests/draft.ts';
import type { Resource } from '../resources/resource.ts';
import { isCarriedOut, isSuccess } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';

/** A created resource. */
export interface CreatedResource {
  client: ResourceClient;
  resource: Resource;
}

export const locationUnreadable: StateCheck<CreatedResource> = {
  id: 'location-unreadable',
  title: 'The URL in Location does not return the created resource',
  explanation:
    'The Location of a creation is the URL of the new resource; a GET of it must return that resource (RFC 9110, section 10.2.2).',
  basis: 'promise',
  async run({ client, resource }) {
    const { created } = resource;
    const { read, create } = client.collection;
    const location = created && findHeader(created.response, 'location');
    // The Location of a 202 may be that of a job.
    if (!created || !isCarriedOut(created) || location === undefined || !read || !create) return [];
    const { session, plans } = client.context;
    const base = new URL(created.request.target, session.origin).href;
    const violation = {
      operation: create,
      exchange: created,
      message: `Location ${location} does not return the created resource.`,
      expected: 'the URL of the resource',
      received: location,
    };
    if (!URL.canParse(location, base)) return [violation];
    // Requests go to the tested server only; Location may contain its public name.
    const { pathname, search } = new URL(location, base);
    const [template] = plans.best(read);
    if (!template) return [];
    const target = session.withKeys(`${pathname}${search}`);
    const request = { ...session.write(withParameters(template, [])), target };
    const found = await session.sendRequest({ ...template, operation: read }, request);
    if (!found) return [];
    const expected = await client.read(resource);
    const id = client.unwrap(found)?.id;
    if (isSuccess(found) && (expected === undefined || id === expected.value.id)) return [];
    const received = `${location}: ${found.response.status} ${formatValue(id)}`;
    return [{ ...violation, exchange: found, received }];
  },
};
