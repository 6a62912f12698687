import type { JsonObject } from '@keyframe/openapi-model';
import { isSame } from '../behavior/compare.ts';
import type { ListClient } from '../behavior/list-client.ts';
import type { Page } from '../behavior/pager.ts';
import { propertyViolation, type StateCheck, type StateViolation } from '../behavior/state-check.ts';
import type { ObservedPages } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import { isReturnable, itemProperties } from '../resources/described-properties.ts';
import { type Resource, resourceId } from '../resources/resource.ts';

/** A list and the resources that it contains. */
export interface ListedResources extends ObservedPages {
  resources: readonly Resource[];
}

export const listItemDiffers: StateCheck<ListedResources> = {
  id: 'list-item-differs',
  title: 'A list item differs from its resource',
  explanation: 'A property has different values in a list and in a read of the same resource.',
  basis: 'convention',
  async run({ list, pages, resources }) {
    const violations: StateViolation[] = [];
    for (const resource of resources) {
      const item = findItem(pages, resourceId(resource))?.item;
      const violation = item && (await compare(list, resource, item));
      if (violation) violations.push(violation);
    }
    return violations;
  },
};

async function compare(
  list: ListClient,
  resource: Resource,
  item: JsonObject,
): Promise<StateViolation | undefined> {
  const read = await list.client.read(resource);
  if (!read || findDifference(list, item, read.value) === undefined) return undefined;
  // The server may have changed the property, such as a status, between the list and the read.
  const listed = findItem(await list.readPages(), resourceId(resource));
  const name = listed?.item && findDifference(list, listed.item, read.value);
  const after = name !== undefined && (await list.client.read(resource));
  if (!listed?.item || !after || !isSame(read.value[name], after.value[name])) return undefined;
  const [expected, received] = [read.value[name], listed.item[name]];
  const message = `\`${name}\` is ${formatValue(received)} in a list and ${formatValue(expected)} in the resource.`;
  const { operation } = list;
  return propertyViolation({ operation, exchange: listed.exchange, name, expected, received, message });
}

function findItem(pages: readonly Page[], id: string) {
  // An id that a list contains twice is that of the last item.
  const page = pages.findLast(({ ids }) => ids.includes(id));
  return page && { item: page.items[page.ids.lastIndexOf(id)], exchange: page.exchange };
}

// A list may describe a property differently: then it cannot return the value of the resource.
function findDifference(
  { client, operation }: ListClient,
  item: JsonObject,
  resource: JsonObject,
): string | undefined {
  const { session } = client.context;
  const properties = itemProperties(session, operation);
  const isComparable = (name: string) =>
    !properties.has(name) || isReturnable(session, properties.get(name), resource[name]);
  // A list may omit details.
  const isOmitted = (name: string) => item[name] === null && typeof resource[name] === 'object';
  return Object.keys(item).find(
    (name) =>
      Object.hasOwn(resource, name) &&
      !isSame(item[name], resource[name]) &&
      !isOmitted(name) &&
      isComparable(name),
  );
}
