import { isJsonObject, type JsonObject, METHODS } from '@keyframe/openapi-model/document';
import type { References } from './references.ts';
import type { SchemaPrinter } from './schema-printer.ts';

const TEMPLATE_TYPES = new Map<string | undefined, string>([
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['number', 'number'],
]);

/** Writes a path as a template literal type, whose parameters have the types of the document. */
export function pathTemplate(
  path: string,
  item: JsonObject,
  { references, schemas }: { references: References; schemas: SchemaPrinter },
): string {
  const types = new Map(
    [item, ...METHODS.map((method) => item[method])]
      .flatMap((one) => (isJsonObject(one) && Array.isArray(one.parameters) ? one.parameters : []))
      .filter(isJsonObject)
      .map((one) => (typeof one.$ref === 'string' ? references.resolve(one.$ref) : one))
      .flatMap((one) => (one?.in === 'path' ? [[String(one.name), one.schema] as const] : [])),
  );
  const inert = path.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  const text = inert.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const [type, ...others] = schemas.listTypes(types.get(name));
    return `\${${(others.length === 0 && TEMPLATE_TYPES.get(type)) || 'string'}}`;
  });
  return `\`${text}\``;
}
