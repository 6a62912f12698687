import { findResponse, isLinkTarget, type Link, type Operation } from '@keyframe/openapi-model';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck, StateViolation } from '../behavior/state-check.ts';
import { isSafe } from '../destructive.ts';
import { formatValue } from '../format-value.ts';
import { withParameters } from '../requests/draft.ts';
import { evaluateExpression } from '../resources/evaluate-expression.ts';
import { parentSegments } from '../resources/resource.ts';
import type { Exchange } from '../session/session.ts';

const OTHER_CAUSES: ReadonlySet<number> = new Set([401, 403, 429]);
// The state of a resource may forbid a change with any other status.
const MISSING: ReadonlySet<number> = new Set([404, 410]);

/** An exchange whose response may have documented links. */
export interface LinkedExchange {
  client: ResourceClient;
  exchange: Exchange;
}

export const linkUnresolvable: StateCheck<LinkedExchange> = {
  id: 'link-unresolvable',
  title: 'A documented link cannot be followed',
  explanation:
    'The runtime expression of a link leads to nothing in the response, or the linked operation fails with the value. A value that is null means that no resource is linked.',
  basis: 'promise',
  async run({ client, exchange }) {
    const { session } = client.context;
    const documented = findResponse(exchange.operation, exchange.response.status);
    const violations: StateViolation[] = [];
    for (const link of documented?.links ?? []) {
      const target = session.model.operations.find((operation) => isLinkTarget(link, operation));
      if (!target || target.resourceMethod === 'delete') continue;
      session.coverage.count('link', exchange.operation, link.pointer);
      violations.push(...(await followTwice(client, { link, target, exchange })));
    }
    return violations;
  },
};

// Following another link, such as that of a cancellation, may have changed the resource.
async function followTwice(
  client: ResourceClient,
  linked: { link: Link; target: Operation; exchange: Exchange },
): Promise<StateViolation[]> {
  const violations = await followLink(client, linked);
  const { exchange } = linked;
  if (violations.length === 0 || exchange.operation !== client.collection.create) return violations;
  const fresh = await client.create(exchange.draft, new Map(parentSegments(exchange)));
  return fresh?.created ? followLink(client, { ...linked, exchange: fresh.created }) : violations;
}

async function followLink(
  { context: { plans, pool, session } }: ResourceClient,
  { link, target, exchange }: { link: Link; target: Operation; exchange: Exchange },
): Promise<StateViolation[]> {
  const template = plans.best(target)[0] ?? { operation: target, parameters: new Map() };
  const values = Object.entries(link.parameters).map(([key, expression]) => {
    const name = key.includes('.') ? key.slice(key.indexOf('.') + 1) : key;
    const parameter = target.parameters.find((one) => one.name === name);
    const value = typeof expression === 'string' ? evaluateExpression(expression, exchange) : expression;
    return { key: `${parameter?.location ?? 'path'}:${name}`, value, expression };
  });
  if (values.some(({ value }) => value === null)) return [];
  const missing = values.find(({ value }) => value === undefined);
  const violation = { operation: exchange.operation, expected: `values for ${target.id}`, exchange };
  if (missing) {
    const message = `The link ${link.name} has no value.`;
    return [{ ...violation, message, received: `nothing at ${formatValue(missing.expression)}` }];
  }
  const draft = withParameters(
    template,
    values.map(({ key, value }) => [key, value as string] as const),
  );
  const bound = await pool.bind(draft);
  const followed = bound && (await session.send(bound));
  if (!followed || followed.response.status < 400) return [];
  const { status } = followed.response;
  if (OTHER_CAUSES.has(status) || (!isSafe(target) && !MISSING.has(status))) return [];
  const message = `Following the link ${link.name} returned ${status}.`;
  return [{ ...violation, message, received: `${status}`, exchange: followed }];
}
