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
import { jsonEqual } from '@keyframe/openapi-runtime/schema';
import { formatValue, type Pair } from './change.ts';
import type { DocumentRuleName } from './document-rules.ts';
import type { Part } from './part-comparison.ts';

/** One alternative of a security requirement: its schemes, and the scopes of each. */
interface Alternative {
  schemes: ReadonlyMap<string, readonly string[]>;
  names: string;
}

/** Compares the security requirements of an operation. */
export function compareSecurity(part: Part, pair: Pair<Operation>): void {
  const { models } = part.comparison;
  const [clients, servers] = part.isReversed ? (['new', 'old'] as const) : (['old', 'new'] as const);
  const alternatives = {
    old: listAlternatives(models, 'old', pair.old.security),
    new: listAlternatives(models, 'new', pair.new.security),
  };
  const [given, wanted] = [alternatives[clients], alternatives[servers]];
  const { pointer } = pair.new;
  const change = { pointer, before: formatNames(alternatives.old), after: formatNames(alternatives.new) };
  for (const alternative of given) {
    if (wanted.some((one) => satisfies(alternative, one))) continue;
    part.report({ rule: ruleOfRefused(alternative, wanted), what: alternative.names, ...change });
  }
  for (const alternative of wanted) {
    if (given.some((one) => satisfies(one, alternative) && satisfies(alternative, one))) continue;
    const rule = ruleOfEased(alternative, given);
    if (rule) part.report({ rule, what: alternative.names, ...change });
  }
}

function ruleOfRefused(alternative: Alternative, wanted: readonly Alternative[]): DocumentRuleName {
  if (alternative.schemes.size === 0) return 'security-introduced';
  const isScoped = wanted.some((one) => isSameSchemes(alternative, one));
  return isScoped ? 'security-scope-added' : 'security-alternative-removed';
}

function ruleOfEased(alternative: Alternative, given: readonly Alternative[]): DocumentRuleName | undefined {
  if (alternative.schemes.size === 0) return 'security-lifted';
  const same = given.find((one) => isSameSchemes(alternative, one));
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
  const others = [...models[side === 'old' ? 'new' : 'old'].securitySchemes.values()];
  const hasSame = others.some(
    (other) => other.type === type && jsonEqual(getUrls(other.value), getUrls(value)),
  );
  // Only the name connects the versions of a scheme whose URLs changed.
  return `${type} ${hasSame ? JSON.stringify(getUrls(value)) : name}`;
}

function hasIssuer({ type }: JsonObject): boolean {
  return type === 'oauth2' || type === 'openIdConnect';
}

function satisfies(given: Alternative, wanted: Alternative): boolean {
  return [...wanted.schemes].every(([scheme, scopes]) => {
    const own = given.schemes.get(scheme);
    return own !== undefined && scopes.every((scope) => own.includes(scope));
  });
}

function isSameSchemes(one: Alternative, other: Alternative): boolean {
  return (
    one.schemes.size === other.schemes.size &&
    [...one.schemes.keys()].every((scheme) => other.schemes.has(scheme))
  );
}

const URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'];

/** Compares the security schemes that both documents have by one name, and that clients of the old one use. */
export function compareSchemes({ report, comparison: { models } }: Part): void {
  const used = listUsedSchemes(models.old);
  for (const [name, { value: old, type }] of models.old.securitySchemes) {
    const other = models.new.securitySchemes.get(name);
    if (!other || !used.has(name)) continue;
    const { value: own, pointer } = other;
    const [before, after] = [describeScheme(models, 'old', name), describeScheme(models, 'new', name)];
    if (before === after && !jsonEqual(getUrls(old), getUrls(own))) {
      const urls = { before: getUrls(old), after: getUrls(own) };
      report({ rule: 'oauth-url-changed', what: name, pointer, ...urls });
    }
    // A scheme with another issuer has another name in the other document, or is new.
    if (before === after || (hasIssuer(old) && other.type === type)) continue;
    report({ rule: 'security-scheme-changed', what: name, pointer, before, after });
  }
}

function listUsedSchemes({ operations, webhooks }: OpenApiModel): ReadonlySet<string> {
  const callbacks = operations.flatMap((operation) => operation.callbacks);
  const all = [...operations, ...[...callbacks, ...webhooks].flatMap((sent) => sent.operations)];
  return new Set(all.flatMap(({ security }) => security.flatMap((requirement) => Object.keys(requirement))));
}

function getUrls(scheme: JsonObject): JsonValue {
  const { flows, openIdConnectUrl = null } = scheme;
  if (!isJsonObject(flows)) return [openIdConnectUrl];
  return Object.keys(flows)
    .sort()
    .map((flow) => [flow, ...URLS.map((name) => Object(flows[flow])[name] ?? null)]);
}
