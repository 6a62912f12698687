// Writes values as XML by the XML Object of their schemas (OpenAPI 3.2, section 4.26, and its forms of older versions).
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { findItems, listApplied, mergeProperties } from '@keyframe/openapi-schema/facts';
import { readXmlForm, type XmlForm } from '../document/xml-form.ts';

const ROOT = 'root';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
// XML 1.0 has no other characters.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const NIL = ' xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Writes a value as a document; without a name in its schema, the element has that of its component. */
export function writeXml(value: JsonValue, schema: SchemaNode | undefined): string {
  const schemas = schema ? [schema] : [];
  const form = readXmlForm(schemas);
  const [component = ROOT] = listApplied(...schemas)
    .map(({ pointer }) => /^#?\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1])
    .filter((text) => text !== undefined);
  const { name = component } = form;
  if (!Array.isArray(value)) return `${DECLARATION}${writeValue(value, name, schemas)}`;
  // A document has one root, also that of a list that is not wrapped.
  const parts = { attributes: '', content: writeItems(value, name, schemas) };
  return `${DECLARATION}${writeElement(name, form, parts)}`;
}

function writeValue(value: JsonValue, propertyName: string, schemas: readonly SchemaNode[]): string {
  const form = readXmlForm(schemas);
  const { name = propertyName, type } = form;
  if (Array.isArray(value)) {
    const isWrapped = type === 'element';
    const items = writeItems(value, isWrapped ? name : propertyName, schemas);
    return isWrapped ? writeElement(name, form, { attributes: '', content: items }) : items;
  }
  if (value === null) return writeElement(name, form, { attributes: NIL, content: '' });
  const parts = isJsonObject(value)
    ? writeMembers(value, schemas)
    : { attributes: '', content: escapeXml(String(value)) };
  return type === 'none' ? parts.content : writeElement(name, form, parts);
}

function writeItems(items: readonly JsonValue[], name: string, schemas: readonly SchemaNode[]): string {
  const itemSchemas = schemas.map(findItems).filter((schema) => schema !== undefined);
  return items.map((item) => writeValue(item, name, itemSchemas)).join('');
}

interface ElementParts {
  attributes: string;
  content: string;
}

function writeMembers(object: JsonObject, schemas: readonly SchemaNode[]): ElementParts {
  const properties = mergeProperties(schemas);
  const parts: ElementParts = { attributes: '', content: '' };
  for (const [key, member = null] of Object.entries(object)) {
    const nodes = properties.get(key) ?? [];
    const form = readXmlForm(nodes);
    const { name = key, type } = form;
    if (type === 'attribute') {
      const text = escapeXml(typeof member === 'object' ? JSON.stringify(member) : String(member));
      parts.attributes += `${declareNamespace(form)} ${writeName(name, form)}="${text}"`;
    } else if (type === 'text') parts.content += escapeXml(String(member));
    else if (type === 'cdata')
      parts.content += `<![CDATA[${String(member).replaceAll(FORBIDDEN, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    else parts.content += writeValue(member, key, nodes);
  }
  return parts;
}

function writeElement(name: string, form: XmlForm, { attributes, content }: ElementParts): string {
  const tag = writeName(name, form);
  const start = `${tag}${declareNamespace(form)}${attributes}`;
  return content === '' ? `<${start}/>` : `<${start}>${content}</${tag}>`;
}

function declareNamespace({ prefix, namespace }: XmlForm): string {
  if (namespace === undefined) return '';
  return ` xmlns${prefix === undefined ? '' : `:${cleanName(prefix)}`}="${escapeXml(namespace)}"`;
}

function writeName(name: string, { prefix }: XmlForm): string {
  return prefix === undefined ? cleanName(name) : `${cleanName(prefix)}:${cleanName(name)}`;
}

// A property may have a name that no element can have.
function cleanName(name: string): string {
  const clean = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(clean) ? clean : `_${clean}`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
