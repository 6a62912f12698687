// The notation of values as XML, by the XML Object of their schemas (OpenAPI 3.2, section 4.26, and its forms of older versions).
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from '@keyframe/openapi-schema/facts';

/** Reports whether a media type is XML. */
export function isXml(type: string): boolean {
  return /^(?:application|text)\/(?:[\w.-]+\+)?xml\b/i.test(type);
}

/** The notation of a value. */
export interface XmlForm {
  name: string | undefined;
  prefix: string | undefined;
  namespace: string | undefined;
  /** `nodeType`; undefined for an element, and for a list without an element of its own. */
  type: string | undefined;
}

/** Reads the notation of a value that some schemas describe together. */
export function readXmlForm(schemas: readonly SchemaNode[]): XmlForm {
  const applied = listApplied(...schemas);
  const objects = applied.map(({ origin }) => Object(Object(origin.schema).xml));
  const read = (key: string) => objects.map((xml) => xml[key]).find((value) => typeof value === 'string');
  const has = (key: string) => objects.some((xml) => xml[key] === true);
  let older = has('wrapped') ? 'element' : undefined;
  if (has('attribute')) older = 'attribute';
  return {
    name: read('name'),
    prefix: read('prefix'),
    namespace: read('namespace'),
    type: read('nodeType') ?? older,
  };
}
