import { listPathParameters } from '@keyframe/openapi-model';
import { propertyViolation, type StateCheck, type StateViolation } from '../behavior/state-check.ts';
import type { CreatedRepresentation } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import { parameterKey } from '../requests/draft.ts';

export const pathValueDiffers: StateCheck<CreatedRepresentation> = {
  id: 'path-value-differs',
  title: 'A resource has another id than its path',
  explanation:
    'A property with the name of an id in the path of a read, such as `org_id` in `/orgs/{org_id}/projects/{project_id}`, has another value than the path.',
  basis: 'convention',
  run({ client, operation, exchange, value }) {
    const { conventions } = client.context.session;
    if (operation !== client.collection.read) return [];
    const names = listPathParameters(operation.resourcePath);
    // The `id` of a resource is not that of an outer one.
    const isOwn = (name: string) => name === names.at(-1) || !conventions.matches('resourceId', name);
    const violations: StateViolation[] = [];
    for (const name of names.filter((one) => conventions.matches('id', one) && isOwn(one))) {
      const expected = exchange.draft.parameters.get(parameterKey({ location: 'path', name }));
      const received = value[name];
      if (!['number', 'string'].includes(typeof received) || expected === undefined) continue;
      if (String(received).toLowerCase() === String(expected).toLowerCase()) continue;
      const message = `\`${name}\` is ${formatValue(received)}, but the path has ${formatValue(expected)}.`;
      violations.push(propertyViolation({ operation, exchange, name, expected, received, message }));
    }
    return violations;
  },
};
