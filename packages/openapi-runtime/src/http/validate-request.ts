// Validates a request before its handler runs. @hono/zod-openapi's own validators are not used: they take a body of
// a media type with digits or capitals unread, refuse every body where two JSON types are declared, and never turn
// the text of a parameter into the number that the schema speaks of.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, Env, MiddlewareHandler, ValidationTargets } from 'hono';
import { bareObject } from './bare-object.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { matchTemplate, type PathTemplate } from './path-template.ts';
import { readBody } from './read-body.ts';
import { type ParameterReading, parameterReader } from './read-parameters.ts';
import { fittest } from './read-value.ts';
import { noteRefused } from './refused-requests.ts';

type Target = keyof ValidationTargets;
type DefaultHook<TEnv extends Env> = OpenAPIHono<TEnv>['defaultHook'];
type Result = { success: true; data: unknown } | { success: false; error: z.ZodError; data?: unknown };

const LOCATIONS = [
  { part: 'params', target: 'param', location: 'path' },
  { part: 'query', target: 'query', location: 'query' },
  { part: 'headers', target: 'header', location: 'header' },
  { part: 'cookies', target: 'cookie', location: 'cookie' },
] as const;

export interface RequestValidation<TEnv extends Env> {
  template: PathTemplate;
  /** Reads the hook of the app, which may be set after the routes. */
  getHook: () => DefaultHook<TEnv>;
}

/**
 * Validates each part of a request, hands the results to the hook of the app, and keeps the parsed values for
 * `c.req.valid`. Without a hook, or one that answers nothing, a failure is answered with 400, a wrong media type with 415.
 */
export function validateRequest<TEnv extends Env>(
  operation: OperationDefinition,
  { template, getHook }: RequestValidation<TEnv>,
): MiddlewareHandler<TEnv> {
  const { request } = operation.route;
  const { parameters = [] } = operation;
  const readers = LOCATIONS.flatMap(({ part, target, location }) => {
    const schema = request?.[part];
    return schema instanceof z.ZodObject
      ? [{ target, location, schema, read: parameterReader(parameters, location) }]
      : [];
  });
  return async (context, next) => {
    for (const { target, location, schema, read } of readers) {
      const path = location === 'path' ? pathTexts(context, template) : NO_TEXTS;
      const result = validateParameters(schema, read(context, path));
      const answer = await settle({ context, target, result, hook: getHook() });
      if (answer) return answer;
    }
    if (request?.body) {
      const { target, ...result } = await readBody(context, request.body, operation.forms);
      const answer = await settle({ context, target, result, hook: getHook() });
      if (answer) return answer;
    }
    await next();
    return undefined;
  };
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

// An app that is not strict about a trailing slash has routed a path that is longer than its template.
function pathTexts(context: Context, template: PathTemplate): ReadonlyMap<string, string> {
  const { path } = context.req;
  return matchTemplate(template, path) ?? matchTemplate(template, path.replace(/\/$/, '')) ?? new Map();
}

function validateParameters(schema: z.ZodObject, readings: readonly ParameterReading[]): Result {
  const values: [string, unknown][] = [];
  const problems: { name: string; message: string }[] = [];
  for (const [definition, reading] of readings) {
    const { name } = definition;
    if ('problem' in reading) problems.push({ name, message: `The parameter ${reading.problem}` });
    else values.push([name, fittest(reading.values, [schema.shape[name] ?? []].flat())]);
  }
  const result = schema.safeParse(bareObject(values));
  if (problems.length === 0) return result;
  const reported = new Set<PropertyKey>(problems.map(({ name }) => name));
  const found = result.success
    ? []
    : result.error.issues.filter(({ path: [name = ''] }) => !reported.has(name));
  const own = problems.map(({ name, message }) => ({
    code: 'custom' as const,
    path: [name],
    message,
    input: undefined,
  }));
  return { success: false, error: new z.ZodError([...own, ...found]) };
}

interface Settlement<TEnv extends Env> {
  context: Context<TEnv>;
  target: Target;
  result: Result;
  hook: DefaultHook<TEnv>;
}

async function settle<TEnv extends Env>({
  context,
  target,
  result,
  hook,
}: Settlement<TEnv>): Promise<Response | undefined> {
  if (!result.success) noteRefused(context);
  const answer: unknown = hook && (await hook({ ...result, target } as Parameters<typeof hook>[0], context));
  if (answer instanceof Response) return answer;
  if (!result.success)
    return context.json(
      { success: false, error: result.error },
      isMediaTypeProblem(result.error) ? 415 : 400,
    );
  context.req.addValidatedData(target, result.data as object);
  return undefined;
}

function isMediaTypeProblem(error: z.ZodError): boolean {
  return error.issues.some(
    (issue) => issue.code === 'custom' && Object(issue.params).problem === 'media_type',
  );
}
