// Converts an OpenAPI 3.0 document to OpenAPI 3.1. Each rule follows the two specifications, so a keyword that 3.0
// tools must ignore is removed rather than activated.
import { copyJson, type JsonObject, memberOf, setMember } from '../json.ts';
import { type DocumentObject, walkObjects } from '../object-kinds.ts';

const UPGRADED_VERSION = '3.1.1';

/** Upgrades a document of OpenAPI 3.0 to 3.1; any other one is answered as it is. */
export function upgradeDocument(document: JsonObject): JsonObject {
  if (!isUpgradable(document)) return document;
  const upgraded = copyJson(document) as JsonObject;
  upgradeInPlace(upgraded);
  return upgraded;
}

/** Changes a document of OpenAPI 3.0 to one of 3.1. */
export function upgradeInPlace(document: JsonObject): void {
  if (!isUpgradable(document)) return;
  document.openapi = UPGRADED_VERSION;
  walkObjects({ kind: 'document', value: document, pointer: '#' }, (object) => {
    if (typeof memberOf(object.value, '$ref') === 'string') dropSiblings(object);
    else if (object.kind === 'schema') upgradeSchema(object.value);
    else if (object.kind === 'operation') dropIgnoredBody(object);
    return true;
  });
}

function isUpgradable(document: JsonObject): boolean {
  const version = memberOf(document, 'openapi');
  return typeof version === 'string' && /^3\.0\.\d+$/.test(version);
}

// 3.0 ignores the siblings of a reference, except in a path item. A description cannot change validity, and the rule
// `nullable` reports that it has no effect.
function dropSiblings({ kind, value }: DocumentObject): void {
  if (kind === 'pathItem') return;
  for (const name of Object.keys(value)) {
    const isNullable = name === 'nullable' && value.nullable === true;
    const isKept = kind === 'schema' && (name === 'description' || isNullable || name.startsWith('x-'));
    if (name !== '$ref' && !isKept) delete value[name];
  }
}

// 3.0 ignores bodies to which HTTP gives no meaning (3.0.4, Operation Object), and clients cannot send those of GET and HEAD.
// Many servers read the body of DELETE, so it is kept.
function dropIgnoredBody({ value, pointer }: DocumentObject): void {
  if (/\/(?:get|head)$/.test(pointer)) delete value.requestBody;
}

function upgradeSchema(schema: JsonObject): void {
  upgradeNullable(schema);
  upgradeBound(schema, 'minimum', 'exclusiveMinimum');
  upgradeBound(schema, 'maximum', 'exclusiveMaximum');
  upgradeEncoded(schema);
  const example = memberOf(schema, 'example');
  if (example !== undefined && memberOf(schema, 'examples') === undefined) {
    delete schema.example;
    schema.examples = [example];
  }
}

// `nullable` adds to `type`. Next to what may exclude null it is kept: the rule `nullable` reports where it has no effect.
function upgradeNullable(schema: JsonObject): void {
  const nullable = memberOf(schema, 'nullable');
  const type = memberOf(schema, 'type');
  if (nullable === true && typeof type === 'string') schema.type = [type, 'null'];
  const isLimited = ['enum', 'allOf', 'anyOf', 'oneOf'].some((name) => memberOf(schema, name) !== undefined);
  if (nullable !== true || !isLimited) delete schema.nullable;
}

/** Writes a bound that is a number with a flag as the number that 3.1 has. */
export function upgradeBound(schema: JsonObject, bound: string, exclusive: string): void {
  const flag = memberOf(schema, exclusive);
  if (typeof flag !== 'boolean') return;
  const value = memberOf(schema, bound);
  delete schema[exclusive];
  if (!flag || value === undefined) return;
  delete schema[bound];
  setMember(schema, exclusive, value);
}

// 3.1, "Migrating binary descriptions from OAS 3.0". Bytes keep their type: in JSON, which has no raw bytes, they are strings.
function upgradeEncoded(schema: JsonObject): void {
  const type = memberOf(schema, 'type');
  const format = memberOf(schema, 'format');
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (isText && format === 'byte') {
    delete schema.format;
    schema.contentEncoding = 'base64';
  } else if (type === 'file' || (isText && format === 'binary')) {
    if (type === 'file') delete schema.type;
    delete schema.format;
    schema.contentMediaType ??= 'application/octet-stream';
  }
}
