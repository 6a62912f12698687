// Follows what the response to a creation leads to: its Location, and the documented links.
import { shown } from '../checks/check.ts';
import { LINK_UNRESOLVABLE, LOCATION_UNREADABLE } from '../checks/state-checks.ts';
import { withParameters } from '../requests/draft.ts';
import { leadsTo } from '../resources/collections.ts';
import { evaluate, type Resource } from '../resources/resource-pool.ts';
import { bodyValue, documentedResponse, type Exchange, isSuccess } from '../session.ts';
import { headerOf } from '../wire/wire.ts';
import { representationIn } from './compare.ts';
import type { Subject } from './subject.ts';

/** Follows the Location of a creation. */
export async function judgeLocation(subject: Subject, resource: Resource): Promise<void> {
  const { created } = resource;
  const { read, create } = subject.collection;
  const location = created && headerOf(created.response, 'location');
  if (!created || location === undefined || !read || !create) return;
  const { session } = subject.context;
  const base = new URL(created.request.target, session.origin).href;
  const url = URL.canParse(location, base) ? new URL(location, base) : undefined;
  const report = (received: string, shownBy = created) =>
    subject.report({
      check: LOCATION_UNREADABLE,
      operation: create,
      message: 'Location does not lead to what was created.',
      expected: 'the URL of the resource',
      received,
      shownBy,
    });
  // Nothing is ever sent to another server; a public name of the same one may stand in its place.
  if (!url) return report(location);
  const target = session.withKeys(`${url.pathname}${url.search}`);
  const template = subject.context.plans.best(read)[0];
  if (!template) return;
  const request = { ...session.write(withParameters(template, [])), target };
  const found = await session.sendRequest({ ...template, operation: read }, request);
  if (!found) return;
  const wanted = await subject.read(resource);
  const shownValue = representationIn(bodyValue(found));
  const isSameResource = wanted === undefined || shownValue?.id === wanted.value.id;
  if (!isSuccess(found) || !isSameResource)
    report(`${location}: ${found.response.status} ${shown(shownValue?.id)}`, found);
}

/** Follows the documented links of an exchange. */
export async function judgeLinks(subject: Subject, exchange: Exchange): Promise<void> {
  const { session, plans, pool } = subject.context;
  const documented = documentedResponse(exchange.operation, exchange.response.status);
  for (const link of documented?.links ?? []) {
    const target = session.model.operations.find((operation) => leadsTo(link, operation));
    const template = target && (plans.best(target)[0] ?? { operation: target, parameters: new Map() });
    if (!target || !template || target.method === 'delete') continue;
    session.coverage.count('link', exchange.operation, link.pointer);
    const values = Object.entries(link.parameters).map(([key, expression]) => {
      const name = key.includes('.') ? key.slice(key.indexOf('.') + 1) : key;
      const parameter = target.parameters.find((one) => one.name === name);
      const value = typeof expression === 'string' ? evaluate(expression, exchange) : expression;
      return { key: `${parameter?.location ?? 'path'}:${name}`, value, expression };
    });
    const missing = values.find(({ value }) => value === undefined || value === null);
    const statement = {
      check: LINK_UNRESOLVABLE,
      operation: exchange.operation,
      expected: `values for ${target.id}`,
      shownBy: exchange,
    };
    if (missing) {
      subject.report({
        ...statement,
        message: `The link ${link.name} has no value.`,
        received: `nothing at ${shown(missing.expression)}`,
      });
      continue;
    }
    const draft = withParameters(
      template,
      values.map(({ key, value }) => [key, value as string] as const),
    );
    const bound = await pool.bind(draft);
    const found = bound && (await session.send(bound));
    if (!found || found.response.status < 400 || [401, 403, 429].includes(found.response.status)) continue;
    subject.report({
      ...statement,
      message: `Following the link ${link.name} returned ${found.response.status}.`,
      received: `${found.response.status}`,
      shownBy: found,
    });
  }
}
