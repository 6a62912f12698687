// Names and other values where security requirements are expected, and schemes without a type.
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import type { DocumentObject } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

const SECURED = ['document', 'operation', 'swagger'];

/** Finds security in another form than a list of objects, and schemes without a type that their members show. */
export function findSecurityShapes({ kind, value, pointer }: DocumentObject): Repairable[] {
  if (kind === 'securityScheme') return findMissingType(value, pointer);
  const security = memberOf(value, 'security');
  if (!SECURED.includes(kind) || security === undefined || security === null || isJsonObject(security))
    return [];
  const finding = { rule: 'security-shape', pointer: appendPointer(pointer, 'security') } as const;
  if (Array.isArray(security)) return findNames(security, finding);
  const correction =
    typeof security === 'string' ? `Write [{ ${JSON.stringify(security)}: [] }].` : 'Remove it.';
  return [
    {
      ...finding,
      message: `"security" must be an array (got ${JSON.stringify(security)}).`,
      repair: repairText(correction),
      apply: () => {
        if (typeof security === 'string') setMember(value, 'security', [{ [security]: [] }]);
        else delete value.security;
      },
    },
  ];
}

// Each item of the list is an alternative.
function findNames(
  security: JsonValue[],
  { rule, pointer }: Pick<Repairable, 'pointer' | 'rule'>,
): Repairable[] {
  const items = [...security.entries()].filter(([, item]) => !isJsonObject(item));
  return items.map(([index, item]) => {
    const text = JSON.stringify(item);
    const requirements = typeof item === 'string' ? [{ [item]: [] }] : [];
    return {
      rule,
      pointer: appendPointer(pointer, index),
      message: `A security requirement must be an object (got ${text}).`,
      repair: repairText(typeof item === 'string' ? `Write { ${text}: [] }.` : 'Remove it.'),
      apply: () => security.splice(security.indexOf(item), 1, ...requirements),
    };
  });
}

/** The types of schemes by a member that only this type has. */
const TYPES: Readonly<Record<string, string>> = {
  scheme: 'http',
  in: 'apiKey',
  flows: 'oauth2',
  flow: 'oauth2',
  openIdConnectUrl: 'openIdConnect',
};

function findMissingType(scheme: JsonObject, pointer: string): Repairable[] {
  const types = Object.keys(TYPES).filter((name) => typeof memberOf(scheme, name) !== 'undefined');
  const type = TYPES[types[0] ?? ''];
  if (memberOf(scheme, 'type') !== undefined || memberOf(scheme, '$ref') !== undefined || type === undefined)
    return [];
  return [
    {
      rule: 'security-shape',
      pointer,
      message: 'A security scheme must have a "type".',
      repair: repairText(`Add ${JSON.stringify(type)}.`),
      apply: () => setMember(scheme, 'type', type),
    },
  ];
}
