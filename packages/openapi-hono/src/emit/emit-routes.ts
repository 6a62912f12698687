import type { Operation } from '@keyframe/openapi-model';
import { type Code, docstring, list, object, print } from '../code.ts';
import type { Generation } from '../generation.ts';
import { importLine, importUsed } from './import-line.ts';
import { headerDefinition, parameterDefinition } from './parameter-definitions.ts';
import { routeCode } from './route-code.ts';

/** Writes `routes.ts`: a route for each operation, and what `createRoute` has no place for. */
export function emitRoutes(generation: Generation): string {
  const compiler = generation.laterCompiler();
  const routes = [...generation.routes].map(([operation, name]) => {
    const start = `export const ${name} = `;
    const code = print([routeCode(generation, compiler, operation), ';'], '', start.length);
    return `${docstring(titleOf(operation))}${start}${code}\n`;
  });
  const operations = object(
    [...generation.routes].map(([operation, name]) => [
      operation.id,
      object(definitionMembers(generation, operation, name)),
    ]),
  );
  return [
    importUsed(['createRoute', 'z'], '@hono/zod-openapi', routes.join('')) +
      importLine([...generation.runtimeUsed(compiler), 'type OperationDefinition'], generation.runtime) +
      generation.decisionsImport(compiler) +
      importLine(generation.componentsUsed(compiler), './schemas.ts'),
    ...routes,
    '/** Maps each operationId to its route and to the way its texts are read. */\n' +
      `export const operations = ${print(operations, '', 25)} satisfies Record<string, OperationDefinition>;\n`,
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
  operation: Operation,
  route: Code,
): [string, Code | undefined][] {
  const parameters = operation.parameters.flatMap(
    (parameter) => parameterDefinition(generation, parameter) ?? [],
  );
  const headers = operation.responses
    .filter((response) => response.headers.length > 0)
    .map((response): [string, Code] => [
      response.status,
      list(response.headers.flatMap((header) => headerDefinition(generation, header) ?? [])),
    ]);
  return [
    ['route', route],
    ['parameters', parameters.length > 0 ? list(parameters) : undefined],
    ['responseHeaders', headers.length > 0 ? object(headers) : undefined],
  ];
}
