import {
  type Code,
  call,
  declare,
  generic,
  object,
  PURE,
  pure,
  separate,
  template,
} from '@keyframe/openapi-codegen';
import type { Operation } from '@keyframe/openapi-model';
import { isForm } from '@keyframe/openapi-runtime/media-type';
import type { Generation } from '../../generation.ts';
import { runtime } from '../../printer/runtime.ts';
import { checkPaths } from './check-paths.ts';
import { formFields } from './form-fields.ts';
import { headerDefinitions, parameterDefinition } from './parameter-definitions.ts';
import { type RouteShared, routeCode } from './route-code.ts';
import { schemesNeeded, securityCode, securitySchemesCode } from './security-code.ts';
import { serverPathsCode } from './server-paths-code.ts';
import { SharedParts } from './shared-parts.ts';

/** Writes `routes.ts`: a route and its type for each operation, and definitions that a route cannot hold. */
export function emitRoutes(generation: Generation): Code {
  checkPaths(generation);
  const compiler = generation.compiler();
  const parts = new SharedParts();
  const sharedSecurity = (operation: Operation) => {
    const code = securityCode(generation, operation);
    const writeType = () => [runtime('type OperationDefinition'), "['security']"];
    return code && parts.shareValue(code, { name: 'security', writeType });
  };
  const routeCodes = [...generation.routes].map(([operation, { name, type }]) => ({
    ...routeCode(generation, { compiler, parts }, { operation, sender: 'client' }),
    names: { name, type },
  }));
  const definitions = [...generation.routes].map(([operation, { name, type }]) => ({
    id: operation.id,
    type,
    title: formatTitle(operation),
    code: object([
      ...definitionMembers(generation, { compiler, parts }, { operation, route: name }),
      ['security', sharedSecurity(operation)],
      ['serverPaths', serverPathsCode(generation, operation)],
    ]),
  }));
  const declarations = parts.declare(generation);
  const routes = routeCodes.map(
    ({ names: { name, type }, ...route }) =>
      template`export interface ${declare(type)} ${route.type}\n\nexport const ${declare(name)}: ${type} = ${PURE}${route.code};\n`,
  );
  const types = object(definitions.map(({ id, type, title }) => [id, type, title]));
  const operations = generic(runtime('type OperationDefinitions'), types);
  const code = object(definitions.map((definition) => [definition.id, definition.code]));
  const schemes = schemesNeeded(generation).map(([name]) => [name, runtime('type SecurityScheme')] as const);
  return separate(
    [
      ...declarations,
      ...routes,
      template`/** Maps each operationId to its route and to the way its texts are read. */\nexport type ${declare('Operations')} = ${[operations, ';']}\n`,
      template`export const ${declare('operations')}: Operations = ${pure(code)};\n`,
      template`/** Maps the name of each security scheme that operations need to what it is. */\nexport interface ${declare('SecuritySchemes')} ${object(schemes)}\n`,
      template`export const ${declare('securitySchemes')}: SecuritySchemes = ${securitySchemesCode(generation)};\n`,
    ],
    '\n',
  );
}

/** Says in one sentence what an operation is. */
function formatTitle({ method, path, summary }: Operation): string {
  return summary === undefined
    ? `Answers ${method.toUpperCase()} ${path}.`
    : `${summary.replace(/\.$/, '')}.`;
}

/** Lists the members of the definition of an operation, given the code of its route. */
export function definitionMembers(
  generation: Generation,
  { compiler, parts }: RouteShared,
  { operation, route }: { operation: Operation; route: Code },
): [string, Code | undefined][] {
  const parameters = operation.parameters
    .map((parameter) => ({ ...parameter, code: parameterDefinition(generation, compiler, parameter) }))
    .filter(({ code }) => code !== undefined);
  const locations = [...new Set(parameters.map(({ location }) => location))].map(
    (location): [string, Code] => [
      location,
      object(parameters.filter((text) => text.location === location).map(({ name, code }) => [name, code])),
    ],
  );
  const writeType = () => ['readonly ', runtime('type ParameterDefinition'), '[]'];
  const shared = () =>
    parts.shareValue(call(runtime('parametersOf'), object(locations)), { name: 'parameters', writeType });
  const headers = operation.responses
    .filter((response) => response.headers.length > 0)
    .map((response): [string, Code] => [
      response.status,
      call(runtime('textsOf'), object(headerDefinitions(generation, compiler, response.headers))),
    ]);
  const forms = (operation.requestBody?.content ?? [])
    .filter((mediaType) => isForm(mediaType.name))
    .map((mediaType): [string, Code] => [mediaType.name, formFields(generation, compiler, mediaType)]);
  return [
    ['route', route],
    ['parameters', parameters.length > 0 ? shared() : undefined],
    ['forms', forms.length > 0 ? object(forms) : undefined],
    ['responseHeaders', headers.length > 0 ? object(headers) : undefined],
  ];
}
