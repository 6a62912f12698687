import { appendPointer, METHODS } from '@keyframe/openapi-model/document';
import { getMember, listParameters } from './entries.ts';
import type { Located, References } from './references.ts';
import type { SchemaPrinter } from './schema-printer.ts';

const TEMPLATE_TYPES = new Map<string | undefined, string>([
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['number', 'number'],
]);

/** Writes a path as a template literal type, whose parameters have the types of the document. */
export function pathTemplate(
  path: string,
  item: Located,
  { references, schemas }: { references: References; schemas: SchemaPrinter },
): string {
  const parameters = [item, ...METHODS.map((method) => getMember(item, method))]
    .filter((owner) => owner !== undefined)
    .flatMap(listParameters)
    .map((parameter) => references.follow(parameter))
    .filter(({ value }) => value.in === 'path');
  const types = new Map(
    parameters.map(({ value: { name, schema }, pointer }) => [
      String(name),
      { value: schema, pointer: appendPointer(pointer, 'schema') },
    ]),
  );
  const inert = path.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  const text = inert.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const schema = types.get(name);
    const [type, ...others] = schema ? schemas.listTypes(schema) : [];
    return `\${${(others.length === 0 && TEMPLATE_TYPES.get(type)) || 'string'}}`;
  });
  return `\`${text}\``;
}
