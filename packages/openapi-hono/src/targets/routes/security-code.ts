// Writes what opens operations: the requirements of each, and the schemes that these name.

import { type Code, list, object, quote } from '@keyframe/openapi-codegen';
import {
  appendPointer,
  memberOf,
  type Operation,
  repairText,
  type SecurityRequirement,
  type SecurityScheme,
} from '@keyframe/openapi-model';
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

/**
 * Lists the alternatives that open an operation as the server reads them. Leniently, alternatives with undeclared schemes are
 * ignored if there are others; without any, the operation stays protected by the undeclared schemes.
 */
export function listAlternatives(
  generation: Generation,
  { security, pointer }: Pick<Operation, 'pointer' | 'security'>,
): SecurityRequirement[] {
  const { securitySchemes } = generation.model;
  const listUndeclared = (requirement: SecurityRequirement) =>
    Object.keys(requirement).filter((name) => !securitySchemes.has(name));
  for (const name of new Set(security.flatMap(listUndeclared))) {
    const repair = `Add it to components.securitySchemes${suggestSchemes([...securitySchemes.keys()])}.`;
    generation.repair({
      rule: 'undeclared-security-scheme',
      pointer: appendPointer(pointer, 'security'),
      message: `Security scheme "${name}" not found.`,
      repair: repairText(repair),
    });
  }
  const declared = security.filter((requirement) => listUndeclared(requirement).length === 0);
  return declared.length > 0 ? declared : security;
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

/** Lists the schemes that operations need, in the order of the document, and then those that it does not declare. */
export function schemesNeeded(generation: Generation): [string, SecurityScheme | undefined][] {
  const { operations, securitySchemes } = generation.model;
  const requirements = operations.flatMap((operation) => listAlternatives(generation, operation));
  const names = new Set(requirements.flatMap((requirement) => Object.keys(requirement)));
  const declared = [...securitySchemes.keys()].filter((name) => names.has(name));
  return [...new Set([...declared, ...names])].map((name) => [name, securitySchemes.get(name)]);
}

function schemeCode(generation: Generation, scheme: SecurityScheme | undefined): Code {
  if (!scheme) return object([['type', quote('undeclared')]]);
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
