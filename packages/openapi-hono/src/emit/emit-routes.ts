import type { Operation } from '@keyframe/openapi-model';
import { isForm } from '@keyframe/openapi-runtime/http';
import { type Code, docstring, list, object, print } from '../code.ts';
import type { Generation } from '../generation.ts';
import type { SchemaCompiler } from '../schema/compile-schema.ts';
import { checkPaths } from './check-paths.ts';
import { formFields } from './form-fields.ts';
import { importLine, importUsed } from './import-line.ts';
import { headerDefinition, parameterDefinition } from './parameter-definitions.ts';
import { routeCode } from './route-code.ts';
import { runtimeImports } from './runtime-imports.ts';
import { securityCode, securitySchemesCode } from './security-code.ts';

/** Writes `routes.ts`: a route for each operation, and what `createRoute` has no place for. */
export function emitRoutes(generation: Generation): string {
  checkPaths(generation);
  const compiler = generation.laterCompiler();
  const routes = [...generation.routes].map(([operation, name]) => {
    const start = `export const ${name} = `;
    const code = print(
      [routeCode(generation, compiler, { operation, sender: 'client' }), ';'],
      '',
      start.length,
    );
    return `${docstring(titleOf(operation))}${start}${code}\n`;
  });
  const operations = object(
    [...generation.routes].map(([operation, name]) => [
      operation.id,
      object([
        ...definitionMembers(generation, compiler, { operation, route: name }),
        ['security', securityCode(generation, operation)],
      ]),
    ]),
  );
  const definitions = `export const operations = ${print(operations, '', 25)} satisfies Record<string, OperationDefinition>;\n`;
  const types = ['type OperationDefinition', 'type SecurityScheme'];
  return [
    importUsed(['createRoute', 'z'], '@hono/zod-openapi', routes.join('') + definitions) +
      runtimeImports([...generation.runtimeUsed(compiler), ...types], generation.runtime) +
      generation.decisionsImport(compiler) +
      importLine(generation.componentsUsed(compiler), './schemas.ts'),
    ...routes,
    `/** Maps each operationId to its route and to the way its texts are read. */\n${definitions}`,
    '/** Maps the name of each security scheme that operations need to what it is. */\n' +
      `export const securitySchemes = ${print(securitySchemesCode(generation), '', 31)} satisfies Record<string, SecurityScheme>;\n`,
  ].join('\n');
}

/** Says in one sentence what an operation is. */
export function titleOf({ method, path, summary }: Operation): string {
  const place = `${method.toUpperCase()} ${path}`;
  return summary === undefined ? `Answers ${place}.` : `${summary.replace(/\.$/, '')} (${place}).`;
}

/** Lists the members of the definition of an operation, given the code of its route. */
export function definitionMembers(
  generation: Generation,
  compiler: SchemaCompiler,
  { operation, route }: { operation: Operation; route: Code },
): [string, Code | undefined][] {
  const parameters = operation.parameters.flatMap(
    (parameter) => parameterDefinition(generation, compiler, parameter) ?? [],
  );
  const headers = operation.responses
    .filter((response) => response.headers.length > 0)
    .map((response): [string, Code] => [
      response.status,
      list(response.headers.flatMap((header) => headerDefinition(generation, compiler, header) ?? [])),
    ]);
  const forms = (operation.requestBody?.content ?? [])
    .filter((mediaType) => isForm(mediaType.name))
    .map((mediaType): [string, Code] => [mediaType.name, formFields(generation, compiler, mediaType)]);
  return [
    ['route', route],
    ['parameters', parameters.length > 0 ? list(parameters) : undefined],
    ['forms', forms.length > 0 ? object(forms) : undefined],
    ['responseHeaders', headers.length > 0 ? object(headers) : undefined],
  ];
}
