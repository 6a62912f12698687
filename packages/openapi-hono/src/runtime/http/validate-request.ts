// Validates a request before its handler runs. @hono/zod-openapi's own validators are not used: they take a body of
// a media type with digits or capitals unread, refuse every body where two JSON types are declared, and never turn
// the text of a parameter into the number that the schema speaks of.
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, Env, MiddlewareHandler, ValidationTargets } from 'hono';
import { getCookie } from 'hono/cookie';
import { decodeTexts } from './decode-text.ts';
import type { OperationDefinition, ParameterDefinition } from './operation-definition.ts';
import { isZodType, readBody } from './read-body.ts';

type Target = keyof ValidationTargets;
type DefaultHook<TEnv extends Env> = OpenAPIHono<TEnv>['defaultHook'];
type Result = { success: true; data: unknown } | { success: false; error: z.ZodError; data?: unknown };

const PLACES = [
  { part: 'params', target: 'param', in: 'path' },
  { part: 'query', target: 'query', in: 'query' },
  { part: 'headers', target: 'header', in: 'header' },
  { part: 'cookies', target: 'cookie', in: 'cookie' },
] as const;

/**
 * Validates each part of a request, hands the results to the hook of the app, and keeps the parsed values for
 * `c.req.valid`. Without a hook, or one that answers nothing, a failure is answered with 400, a wrong media type with 415.
 */
export function validateRequest<TEnv extends Env>(
  operation: OperationDefinition,
  hookOf: () => DefaultHook<TEnv>,
): MiddlewareHandler<TEnv> {
  const { request } = operation.route;
  return async (context, next) => {
    for (const place of PLACES) {
      const schema = request?.[place.part];
      if (!isZodType(schema)) continue;
      const result = schema.safeParse(readParameters(context, operation.parameters ?? [], place.in));
      const answer = await settle({ context, target: place.target, result, hook: hookOf() });
      if (answer) return answer;
    }
    if (request?.body) {
      const result = await readBody(context, request.body);
      const answer = await settle({ context, target: 'json', result, hook: hookOf() });
      if (answer) return answer;
    }
    await next();
    return undefined;
  };
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
  return error.issues.some((issue) => issue.code === 'custom' && issue.params?.problem === 'media_type');
}

function readParameters(
  context: Context,
  parameters: readonly ParameterDefinition[],
  place: ParameterDefinition['in'],
) {
  const values: [string, unknown][] = [];
  for (const parameter of parameters) {
    const texts = parameter.in === place ? textsOf(context, parameter) : undefined;
    if (texts) values.push([parameter.name, decodeTexts(texts, parameter)]);
  }
  return Object.fromEntries(values);
}

function textsOf(context: Context, { name, in: place }: ParameterDefinition): string[] | undefined {
  if (place === 'query') return context.req.queries(name);
  const text =
    place === 'path'
      ? context.req.param(name)
      : place === 'header'
        ? context.req.header(name)
        : getCookie(context, name);
  return text === undefined ? undefined : [text];
}
