// Writes what opens operations: the requirements of each, and the schemes that these name.
import {
  appendPointer,
  memberOf,
  type Operation,
  repairText,
  type SecurityRequirement,
  type SecurityScheme,
} from '@keyframe/openapi-model';
import { type Code, list, object, quote } from '@keyframe/openapi-tooling/generator';
import type { Generation } from '../../generation.ts';

/** Maps each type of scheme to the members that a server needs to find the credential. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['in', 'name'],
  http: ['scheme'],
  mutualTLS: [],
  oauth2: [],
  openIdConnect: [],
};

/** Writes the alternatives that open an operation; undefined when it is open to all. */
export function securityCode(generation: Generation, operation: Operation): Code | undefined {
  const alternatives = listAlternatives(generation, operation).map((requirement) =>
    object(Object.entries(requirement).map(([name, scopes]) => [name, list(scopes.map(quote))])),
  );
  return alternatives.length === 0 ? undefined : list(alternatives);
}

// An alternative of which a scheme is unknown can never be met. Without it the operation must not become open to all.
function listAlternatives(generation: Generation, { security, pointer }: Operation): SecurityRequirement[] {
  const { securitySchemes } = generation.model;
  const listUnknown = (one: SecurityRequirement) =>
    Object.keys(one).filter((name) => !securitySchemes.has(name));
  const known = security.filter((requirement) => listUnknown(requirement).length === 0);
  const isRepairable = known.length > 0;
  for (const name of new Set(security.flatMap(listUnknown))) {
    const problem = {
      rule: 'undeclared-security-scheme',
      pointer: appendPointer(pointer, 'security'),
      message: `Security scheme "${name}" not found.`,
    } as const;
    const repair = `Add it to components.securitySchemes${suggestSchemes([...securitySchemes.keys()])}.`;
    if (isRepairable) generation.repair({ ...problem, repair: repairText(repair) });
    else generation.errors.add(problem.pointer, problem.message, repair);
  }
  return known;
}

function suggestSchemes(names: readonly string[]): string {
  return names.length === 0 ? '' : `, or use ${names.map((name) => `"${name}"`).join(', ')}`;
}

/** Writes what a server needs to know of the schemes that operations name. */
export function securitySchemesCode(generation: Generation): Code {
  const members = schemesNeeded(generation).map(([name, scheme]): [string, Code] => [
    name,
    schemeCode(generation, scheme),
  ]);
  return object(members);
}

/** Lists the schemes that operations name, in the order of the document. */
export function schemesNeeded({ model }: Generation): [string, SecurityScheme][] {
  const groups = model.operations.flatMap(({ security }) => security);
  const names = new Set(groups.flatMap((group) => Object.keys(group)));
  return [...model.securitySchemes].filter(([name]) => names.has(name));
}

function schemeCode(generation: Generation, scheme: SecurityScheme): Code {
  const { type, value, pointer } = scheme;
  const problem = findSchemeProblem(scheme);
  if (problem !== undefined)
    generation.errors.add(pointer, problem, 'See OpenAPI 3.1, Security Scheme Object.');
  const members = Object.hasOwn(MEMBERS, type) ? MEMBERS[type] : undefined;
  return object([
    ['type', quote(type)],
    ...(members ?? []).map((name): [string, Code] => [name, quote(String(memberOf(value, name)))]),
  ]);
}

const LOCATIONS: readonly string[] = ['cookie', 'header', 'query'];

function findSchemeProblem({ type, value }: SecurityScheme): string | undefined {
  if (!Object.hasOwn(MEMBERS, type)) {
    return `"type" must be one of ${Object.keys(MEMBERS).join(', ')} (got "${type}").`;
  }
  const missing = (MEMBERS[type] ?? []).filter((name) => typeof memberOf(value, name) !== 'string');
  const names = missing.map((name) => `"${name}"`).join(' and ');
  if (missing.length > 0) return `A security scheme of type "${type}" must have ${names}.`;
  const slot = memberOf(value, 'in');
  if (type !== 'apiKey' || LOCATIONS.includes(String(slot))) return undefined;
  return `"in" must be one of ${LOCATIONS.join(', ')} (got "${slot}").`;
}
