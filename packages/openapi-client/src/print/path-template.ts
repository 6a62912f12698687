import { isJsonObject, type JsonObject, METHODS } from '@keyframe/openapi-model/document';
import type { References } from './references.ts';

/** Writes a path as a template literal type, whose parameters have the types of the document. */
export function pathTemplate(path: string, item: JsonObject, references: References): string {
  const types = new Map(
    [item, ...METHODS.map((method) => item[method])]
      .flatMap((one) => (isJsonObject(one) && Array.isArray(one.parameters) ? one.parameters : []))
      .filter(isJsonObject)
      .map((one) => (typeof one.$ref === 'string' ? references.resolve(one.$ref) : one))
      .flatMap((one) => (one?.in === 'path' ? [[String(one.name), one.schema] as const] : [])),
  );
  const inert = path.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  const text = inert.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const schema = types.get(name);
    const type = isJsonObject(schema) ? schema.type : undefined;
    const text = type === 'number' || type === 'integer' ? 'number' : type === 'boolean' ? type : 'string';
    return `\${${text}}`;
  });
  return `\`${text}\``;
}
