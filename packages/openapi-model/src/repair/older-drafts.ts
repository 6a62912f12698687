// Schemas of older drafts of JSON Schema, by `$schema` or `jsonSchemaDialect`, as 2020-12 writes them.
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import { childrenOf, type DocumentObject } from '../object-kinds.ts';
import { appendPointer, canonicalPointer, parsePointer, valueAt } from '../pointer.ts';
import { upgradeBound } from '../read/upgrade-document.ts';
import { writeAnchor } from './fragment-ids.ts';
import type { VersionedDocument } from './repair-nullable.ts';

const DIALECT = /^https?:\/\/json-schema\.org\/(?:draft-0([467])|draft\/(2019)-09)\/schema#?$/;

/** Returns the draft that a dialect is, 4, 6, 7 or 2019; undefined for later and other dialects. */
export function readDraft(dialect: JsonValue | undefined): number | undefined {
  const found = typeof dialect === 'string' ? DIALECT.exec(dialect) : undefined;
  return found ? Number(found[1] ?? found[2]) : undefined;
}

/** Checks whether a document names an older draft. */
export function hasOlderDrafts(document: JsonObject): boolean {
  return /"(?:\$schema|jsonSchemaDialect)":"https?:\/\/json-schema\.org\/draft[-/](?:0|2019)/.test(
    JSON.stringify(document),
  );
}

/** Writes the schemas of older drafts by 2020-12, in place; the names of these dialects are removed. */
export function upgradeDrafts({ document, version }: VersionedDocument): void {
  const draft = readDraft(memberOf(document, 'jsonSchemaDialect'));
  if (draft !== undefined) delete document.jsonSchemaDialect;
  // OpenAPI 3.0 has neither `$schema` nor `$id`, so the rule `fragment-id` reports what a draft would allow.
  const allowsFragmentIds = !/^(?:2|3\.0)\./.test(version);
  const references = visit({ kind: 'document', value: document, pointer: '#' }, { draft, allowsFragmentIds });
  for (const schema of references) redirectReference(schema, document);
}

interface Dialect {
  draft: number | undefined;
  allowsFragmentIds: boolean;
}

/** Upgrades the schemas of an object and returns those that are references. */
function visit(object: DocumentObject, inherited: Dialect): JsonObject[] {
  const { kind, value } = object;
  const name = kind === 'schema' ? memberOf(value, '$schema') : undefined;
  const dialect = name === undefined ? inherited : { ...inherited, draft: readDraft(name) };
  const { draft, allowsFragmentIds } = dialect;
  const references: JsonObject[] = [];
  if (kind === 'schema' && draft !== undefined) {
    delete value.$schema;
    upgradeSchema(value, { draft, allowsFragmentIds });
    if (typeof memberOf(value, '$ref') === 'string') references.push(value);
  }
  for (const child of childrenOf(object)) references.push(...visit(child, dialect));
  return references;
}

// A pointer may lead into a keyword that has another name in 2020-12.
function redirectReference(schema: JsonObject, document: JsonObject): void {
  const pointer = canonicalPointer(String(memberOf(schema, '$ref')));
  if (pointer === undefined || valueAt(document, pointer) !== undefined) return;
  const tokens = parsePointer(pointer) ?? [];
  let renamed = '#';
  for (const [index, token] of tokens.entries()) {
    const holder = valueAt(document, renamed);
    const name = isJsonObject(holder) ? renameKeyword(holder, token, tokens[index + 1]) : token;
    renamed = appendPointer(renamed, name);
  }
  if (valueAt(document, renamed) !== undefined) schema.$ref = renamed;
}

function renameKeyword(holder: JsonObject, keyword: string, next = ''): string {
  if (keyword === 'items' && /^\d+$/.test(next) && memberOf(holder, 'prefixItems') !== undefined)
    return 'prefixItems';
  if (memberOf(holder, keyword) !== undefined) return keyword;
  if (keyword === 'additionalItems') return 'items';
  return keyword === 'dependencies' ? 'dependentSchemas' : keyword;
}

function upgradeSchema(schema: JsonObject, { draft, allowsFragmentIds }: Dialect & { draft: number }): void {
  if (draft <= 7 && typeof memberOf(schema, '$ref') === 'string') dropSiblings(schema);
  if (draft === 4) {
    upgradeBound(schema, 'minimum', 'exclusiveMinimum');
    upgradeBound(schema, 'maximum', 'exclusiveMaximum');
  }
  const identifier = draft === 4 ? 'id' : '$id';
  const isReported = identifier === '$id' && !allowsFragmentIds;
  if (draft <= 7 && !isReported && typeof memberOf(schema, identifier) === 'string')
    writeAnchor(schema, identifier);
  upgradeItems(schema);
  upgradeDependencies(schema);
}

// Up to draft 7, a reference is all that a schema is; definitions are targets of pointers.
function dropSiblings(schema: JsonObject): void {
  for (const name of Object.keys(schema)) {
    const isKept = ['$ref', 'definitions', 'description', 'title'].includes(name) || name.startsWith('x-');
    if (!isKept) delete schema[name];
  }
}

function upgradeItems(schema: JsonObject): void {
  const items = memberOf(schema, 'items');
  const additional = memberOf(schema, 'additionalItems');
  delete schema.additionalItems;
  if (!Array.isArray(items)) return;
  delete schema.items;
  if (items.length > 0) schema.prefixItems = items;
  if (additional !== undefined) schema.items = additional;
}

function upgradeDependencies(schema: JsonObject): void {
  const dependencies = memberOf(schema, 'dependencies');
  if (!isJsonObject(dependencies)) return;
  delete schema.dependencies;
  for (const [name, dependency] of Object.entries(dependencies)) {
    const keyword = Array.isArray(dependency) ? 'dependentRequired' : 'dependentSchemas';
    const known = memberOf(schema, keyword);
    const members = isJsonObject(known) ? known : {};
    setMember(members, name, dependency ?? null);
    schema[keyword] = members;
  }
}
