import type { Operation, Webhook } from '@keyframe/openapi-model';
import { type Code, docstring, list, object, print, quote } from '../code.ts';
import type { Generation } from '../generation.ts';
import type { SchemaCompiler } from '../schema/compile-schema.ts';
import { importLine } from './import-line.ts';
import { headerDefinition, parameterDefinition } from './parameter-definitions.ts';
import { parametersCode, routeCode } from './route-code.ts';

/** Writes `routes.ts`: a route for each operation, what `createRoute` has no place for, and the webhooks. */
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
      definitionOf(generation, operation, name),
    ]),
  );
  const webhooks = object(
    generation.model.webhooks.map((webhook) => webhookOf(generation, compiler, webhook)),
  );
  return [
    `import { createRoute, z } from '@hono/zod-openapi';\n` +
      importLine([...generation.runtimeUsed(compiler), 'type OperationDefinition'], generation.runtime) +
      importLine(generation.componentsUsed(compiler), './schemas.ts'),
    ...routes,
    '/** Maps each operationId to its route and to the way its texts are read. */\n' +
      `export const operations = ${print(operations, '', 25)} satisfies Record<string, OperationDefinition>;\n`,
    '/** Maps the name of each webhook to the validators of what it sends. */\n' +
      `export const webhooks = ${print(webhooks, '', 24)};\n`,
  ].join('\n');
}

/** Says in one sentence what an operation is. */
export function titleOf({ method, path, summary }: Operation): string {
  const place = `${method.toUpperCase()} ${path}`;
  return summary === undefined ? `Answers ${place}.` : `${summary.replace(/\.$/, '')} (${place}).`;
}

function definitionOf(generation: Generation, operation: Operation, route: string): Code {
  const parameters = operation.parameters.flatMap(
    (parameter) => parameterDefinition(generation, parameter) ?? [],
  );
  const headers = operation.responses
    .filter((response) => response.headers.length > 0)
    .map((response): [string, Code] => [
      response.status,
      list(response.headers.flatMap((header) => headerDefinition(generation, header) ?? [])),
    ]);
  return object([
    ['route', route],
    ['parameters', parameters.length > 0 ? list(parameters) : undefined],
    ['responseHeaders', headers.length > 0 ? object(headers) : undefined],
  ]);
}

function webhookOf(generation: Generation, compiler: SchemaCompiler, webhook: Webhook): [string, Code] {
  const [operation, ...others] = webhook.operations;
  if (!operation || others.length > 0) {
    generation.refusals.add(
      webhook.pointer,
      'A webhook with more, or fewer, than one method is not supported.',
      'Give it one.',
    );
    return [webhook.name, '{}'];
  }
  const [content, ...more] = operation.requestBody?.content ?? [];
  if (more.length > 0) {
    generation.refusals.add(
      operation.pointer,
      'A webhook with several media types is not supported.',
      'Keep one.',
    );
  }
  const members: [string, Code | undefined][] = [
    ['method', [quote(operation.method), ' as const']],
    ['headers', parametersCode(compiler, operation.parameters, 'header')],
    ['body', content?.schema && compiler.compile(content.schema)],
  ];
  return [webhook.name, object(members)];
}
