// Reads XML into the value that a schema describes, as `writeXml` writes it.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { findItems, mergeProperties } from '@keyframe/openapi-schema/facts';
import { readXmlForm } from '../document/xml-form.ts';
import type { XmlElement } from './parse-xml.ts';

/** Reads the value of an element. */
export function readXml(element: XmlElement, schemas: readonly SchemaNode[]): JsonValue {
  if (element.attributes.get('nil') === 'true') return null;
  const types = new Set(schemas.flatMap((schema) => [...(schema.types ?? [])]));
  const properties = mergeProperties(schemas);
  if (types.has('array') && !types.has('object')) return readItems(element.children, schemas);
  const isObject = types.has('object') || properties.size > 0;
  if (isObject || element.children.length > 0) return readMembers(element, properties);
  return readScalar(element.text, types);
}

function readItems(items: readonly XmlElement[], schemas: readonly SchemaNode[]): JsonValue[] {
  const itemSchemas = schemas.map(findItems).filter((schema) => schema !== undefined);
  return items.map((item) => readXml(item, itemSchemas));
}

function readMembers(
  element: XmlElement,
  properties: ReadonlyMap<string, readonly SchemaNode[]>,
): JsonObject {
  const object: JsonObject = {};
  const names = new Set<string>();
  for (const [key, schemas] of properties) {
    const { name = key, type } = readXmlForm(schemas);
    const elementName = listItemName(name, schemas);
    names.add(elementName);
    const value =
      type === 'attribute' || type === 'text' || type === 'cdata'
        ? readText(type === 'attribute' ? element.attributes.get(name) : element.text, schemas)
        : readElements(
            element.children.filter((child) => child.name === elementName),
            schemas,
          );
    if (value !== undefined) object[key] = value;
  }
  for (const child of element.children) if (!names.has(child.name)) object[child.name] = readXml(child, []);
  return object;
}

// The items of a list without an element of its own have the name of the list, or that of their schema.
function listItemName(name: string, schemas: readonly SchemaNode[]): string {
  if (!isList(schemas) || readXmlForm(schemas).type === 'element') return name;
  const items = schemas.map(findItems).filter((schema) => schema !== undefined);
  return readXmlForm(items).name ?? name;
}

function readElements(
  elements: readonly XmlElement[],
  schemas: readonly SchemaNode[],
): JsonValue | undefined {
  const [first] = elements;
  if (!first) return undefined;
  return isList(schemas) && readXmlForm(schemas).type !== 'element'
    ? readItems(elements, schemas)
    : readXml(first, schemas);
}

function isList(schemas: readonly SchemaNode[]): boolean {
  return schemas.some(({ types }) => types?.has('array') === true && !types.has('object'));
}

function readText(text: string | undefined, schemas: readonly SchemaNode[]): JsonValue | undefined {
  const types = new Set(schemas.flatMap((schema) => [...(schema.types ?? [])]));
  return text === undefined ? undefined : readScalar(text, types);
}

// A text that is not written as its type stays a text, which the schema rejects.
function readScalar(text: string, types: ReadonlySet<string>): JsonValue {
  const trimmed = text.trim();
  const isNumber = types.has('integer') || types.has('number');
  if (isNumber && trimmed !== '' && Number.isFinite(Number(trimmed))) return Number(trimmed);
  if (types.has('boolean') && /^(?:true|false|0|1)$/.test(trimmed))
    return trimmed === 'true' || trimmed === '1';
  return text;
}
