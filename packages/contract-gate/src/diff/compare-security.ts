// Comparison of security requirements: each old alternative must satisfy a new one, so that every client can still
// authenticate. Schemes are compared by their meaning, not by their names.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenApiModel,
  type Operation,
  type SecurityRequirement,
} from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/client';
import { formatValue, type Pair } from './change.ts';
import type { Context } from './context.ts';
import type { DocumentRuleName } from './document-rules.ts';

/** One alternative of a security requirement: its schemes, and the scopes of each. */
interface Alternative {
  schemes: ReadonlyMap<string, readonly string[]>;
  names: string;
}

/** Compares the security requirements of an operation. */
export function compareSecurity(context: Context, pair: Pair<Operation>): void {
  const { models } = context.comparison;
  const [clients, servers] = context.isReversed ? (['new', 'old'] as const) : (['old', 'new'] as const);
  const alternatives = {
    old: listAlternatives(models, 'old', pair.old.security),
    new: listAlternatives(models, 'new', pair.new.security),
  };
  const [supported, required] = [alternatives[clients], alternatives[servers]];
  const { pointer } = pair.new;
  const change = { pointer, before: formatNames(alternatives.old), after: formatNames(alternatives.new) };
  for (const alternative of supported) {
    if (required.some((candidate) => satisfies(alternative, candidate))) continue;
    context.report({ rule: chooseRefusalRule(alternative, required), what: alternative.names, ...change });
  }
  for (const alternative of required) {
    if (supported.some((candidate) => satisfies(candidate, alternative) && satisfies(alternative, candidate)))
      continue;
    const rule = chooseReliefRule(alternative, supported);
    if (rule) context.report({ rule, what: alternative.names, ...change });
  }
}

function chooseRefusalRule(alternative: Alternative, required: readonly Alternative[]): DocumentRuleName {
  if (alternative.schemes.size === 0) return 'security-introduced';
  const isScoped = required.some((candidate) => isSameSchemes(alternative, candidate));
  return isScoped ? 'security-scope-added' : 'security-alternative-removed';
}

function chooseReliefRule(
  alternative: Alternative,
  supported: readonly Alternative[],
): DocumentRuleName | undefined {
  if (alternative.schemes.size === 0) return 'security-lifted';
  const same = supported.find((candidate) => isSameSchemes(alternative, candidate));
  if (!same) return 'security-alternative-added';
  return satisfies(same, alternative) ? 'security-scope-removed' : undefined;
}

function listAlternatives(
  models: Pair<OpenApiModel>,
  side: keyof Pair<OpenApiModel>,
  security: readonly SecurityRequirement[],
): Alternative[] {
  const requirements = security.length === 0 ? [{}] : security;
  return requirements.map((requirement) => {
    const entries = Object.entries(requirement);
    const schemes = new Map<string, readonly string[]>();
    for (const [name, scopes] of entries) {
      const scheme = describeScheme(models, side, name);
      schemes.set(scheme, [...(schemes.get(scheme) ?? []), ...scopes]);
    }
    const names = entries.map(([name, scopes]) => withScopes(name, scopes)).join(' and ');
    return { schemes, names: names || 'none' };
  });
}

function withScopes(name: string, scopes: readonly string[]): string {
  return scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`;
}

function formatNames(alternatives: readonly Alternative[]): string {
  return alternatives.map(({ names }) => names).join(' or ');
}

// Describes the credentials and their location in a request, which a client must implement; tokens by their issuer.
function describeScheme(models: Pair<OpenApiModel>, side: keyof Pair<OpenApiModel>, name: string): string {
  const value = models[side].securitySchemes.get(name)?.value;
  if (!value) return `unknown ${name}`;
  const { type, in: location, name: key, scheme } = value;
  if (type === 'apiKey')
    return formatValue([type, location, location === 'header' ? String(key).toLowerCase() : key]);
  if (type === 'http') return formatValue([type, String(scheme).toLowerCase()]);
  if (!hasIssuer(value)) return String(type);
  const counterparts = [...models[side === 'old' ? 'new' : 'old'].securitySchemes.values()];
  const hasSame = counterparts.some(
    (match) => match.type === type && jsonEqual(getUrls(match.value), getUrls(value)),
  );
  // Only the name connects the versions of a scheme whose URLs changed.
  return `${type} ${hasSame ? JSON.stringify(getUrls(value)) : name}`;
}

function hasIssuer({ type }: JsonObject): boolean {
  return type === 'oauth2' || type === 'openIdConnect';
}

function satisfies(supported: Alternative, required: Alternative): boolean {
  return [...required.schemes].every(([scheme, scopes]) => {
    const granted = supported.schemes.get(scheme);
    return granted !== undefined && scopes.every((scope) => granted.includes(scope));
  });
}

function isSameSchemes(left: Alternative, right: Alternative): boolean {
  return (
    left.schemes.size === right.schemes.size &&
    [...left.schemes.keys()].every((scheme) => right.schemes.has(scheme))
  );
}

const URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'];

/** Compares the security schemes that both documents have by one name, and that clients of the old one use. */
export function compareSchemes({ report, comparison: { models } }: Context): void {
  const used = listUsedSchemes(models.old);
  for (const [name, { value: old, type }] of models.old.securitySchemes) {
    const match = models.new.securitySchemes.get(name);
    if (!match || !used.has(name)) continue;
    const { value: next, pointer } = match;
    const [before, after] = [describeScheme(models, 'old', name), describeScheme(models, 'new', name)];
    if (before === after && !jsonEqual(getUrls(old), getUrls(next))) {
      const urls = { before: getUrls(old), after: getUrls(next) };
      report({ rule: 'oauth-url-changed', what: name, pointer, ...urls });
    }
    // A scheme with another issuer has another name in the other document, or is new.
    if (before === after || (hasIssuer(old) && match.type === type)) continue;
    report({ rule: 'security-scheme-changed', what: name, pointer, before, after });
  }
}

function listUsedSchemes({ operations, webhooks }: OpenApiModel): ReadonlySet<string> {
  const names = new Set<string>();
  const callbacks = operations.flatMap((operation) => operation.callbacks);
  for (const owner of [{ operations }, ...callbacks, ...webhooks])
    for (const { security } of owner.operations)
      for (const requirement of security) for (const name of Object.keys(requirement)) names.add(name);
  return names;
}

function getUrls(scheme: JsonObject): JsonValue {
  const { flows, openIdConnectUrl = null } = scheme;
  if (!isJsonObject(flows)) return [openIdConnectUrl];
  return Object.keys(flows)
    .sort()
    .map((flow) => [flow, ...URLS.map((name) => Object(flows[flow])[name] ?? null)]);
}
