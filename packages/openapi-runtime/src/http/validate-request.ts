// Validates a request before its handler runs. @hono/zod-openapi's own validators are not used: they take a body of
// a media type with digits or capitals unread, refuse every body where two JSON types are declared, and never turn
// the text of a parameter into the number that the schema speaks of.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, Env, ValidationTargets } from 'hono';
import { bareObject } from './bare-object.ts';
import type { OperationDefinition } from './operation-definition.ts';
import type { OperationRequest } from './operation-request.ts';
import { matchTemplate, type PathTemplate } from './path-template.ts';
import { listErrors, respondWithProblem } from './problem.ts';
import { readBody } from './read-body.ts';
import { type ParameterReading, parameterReader } from './read-parameters.ts';
import { fittest } from './read-value.ts';
import { isPromise, type MaybePromise, type Stage } from './stage.ts';

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
 * Creates the stages that validate the parts of a request, hand each result to the hook of the app, and keep the parsed values
 * for `c.req.valid`. Without a hook, or one that answers nothing, a failure is answered with 400, a wrong media type with 415.
 */
export function validateRequest<TEnv extends Env>(
  { route: { request: shape }, parameters = [], forms }: OperationDefinition,
  { template, getHook }: RequestValidation<TEnv>,
): Stage<TEnv>[] {
  const stages: Stage<TEnv>[] = [];
  for (const { part, target, location } of LOCATIONS) {
    const schema = shape?.[part];
    if (!(schema instanceof z.ZodObject)) continue;
    const read = parameterReader(parameters, location);
    stages.push((request) => {
      const path = location === 'path' ? pathTexts(request.context, template) : NO_TEXTS;
      const result = validateParameters(schema, read(request.context, path));
      return settle(request, { target, result, hook: getHook() });
    });
  }
  const body = shape?.body;
  if (body) {
    stages.push(async (request) => {
      const { target, ...result } = await readBody(request.context, body, forms);
      return settle(request, { target, result, hook: getHook() });
    });
  }
  return stages;
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

// An app that is not strict about a trailing slash has routed a path that is longer than its template.
function pathTexts({ req }: Context, template: PathTemplate): ReadonlyMap<string, string> {
  for (const path of [encodedPath(req), req.path]) {
    const texts = matchTemplate(template, path) ?? matchTemplate(template, path.replace(/\/$/, ''));
    if (texts) return texts;
  }
  return NO_TEXTS;
}

const DELIMITER = /%(?=25|2E|7C)/gi;

// Hono decodes dots and pipes, which are delimiters in some styles only if they were not encoded.
function encodedPath({ url, path }: Context['req']): string {
  if (!/%(?:2E|7C)/i.test(url)) return path;
  const [, pathname = ''] = /^[^/]*\/\/[^/]*([^?#]*)/.exec(url) ?? [];
  try {
    return decodeURI(pathname.replaceAll(DELIMITER, '%25'));
  } catch {
    return path;
  }
}

function validateParameters(schema: z.ZodObject, readings: readonly ParameterReading[]): Result {
  const values: [string, unknown][] = [];
  const problems: { name: string; message: string }[] = [];
  for (const [{ name }, reading] of readings) {
    if ('problem' in reading) problems.push({ name, message: reading.problem });
    else values.push([name, chooseValue(schema, name, reading.values)]);
  }
  const result = schema.safeParse(bareObject(values));
  return problems.length === 0 ? result : describeProblems(problems, result);
}

function chooseValue(schema: z.ZodObject, name: string, values: readonly unknown[]): unknown {
  if (values.length === 1) return values[0];
  const member = schema.shape[name];
  return fittest(values, member ? [member] : []);
}

/** Adds the issues of parameters whose texts could not be read to those of the others. */
function describeProblems(
  problems: readonly { readonly name: string; readonly message: string }[],
  result: z.ZodSafeParseResult<unknown>,
): Result {
  const reported = new Set<PropertyKey>(problems.map(({ name }) => name));
  const otherIssues = result.success
    ? []
    : result.error.issues.filter(({ path: [name = ''] }) => !reported.has(name));
  const issues = problems.map(({ name, message }) => ({
    code: 'custom' as const,
    path: [name],
    message,
    input: undefined,
  }));
  return { success: false, error: new z.ZodError([...issues, ...otherIssues]) };
}

interface Settlement<TEnv extends Env> {
  target: Target;
  result: Result;
  hook: DefaultHook<TEnv>;
}

function settle<TEnv extends Env>(
  request: OperationRequest<TEnv>,
  { target, result, hook }: Settlement<TEnv>,
): MaybePromise<Response | undefined> {
  const { context } = request;
  if (!result.success) request.markRejected();
  const proceed = (answer: unknown) => {
    if (answer instanceof Response) return answer;
    if (!result.success) {
      const { issues } = result.error;
      return respondWithProblem(context, isMediaTypeProblem(issues) ? 415 : 400, listErrors(target, issues));
    }
    context.req.addValidatedData(target, result.data as object);
    return undefined;
  };
  const answer = hook?.(
    { ...result, target } as Parameters<typeof hook>[0],
    context,
  ) as MaybePromise<unknown>;
  return isPromise(answer) ? answer.then(proceed) : proceed(answer);
}

function isMediaTypeProblem(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.some((issue) => issue.code === 'custom' && Object(issue.params).problem === 'media_type');
}
