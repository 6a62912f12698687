/** Prints an operation or a webhook as a page: everything that its document says of it. */
import { STATUS_CODES } from 'node:http';
import type {
  Header,
  MediaType,
  OpenApiModel,
  Operation,
  Parameter,
  Response,
} from '@keyframe/openapi-model';
import { codeSamples } from './code-samples.ts';
import { constraintsOf, typeOf } from './constraints.ts';
import { examplesOf } from './examples.ts';
import { oneLine, shapesMarkdown } from './field-list.ts';
import { firstSentence, type Page, slugOf } from './page.ts';
import { ShapeReader } from './shapes.ts';

/** What pages need beside the operation. */
export interface PageContext {
  readonly model: OpenApiModel;
  readonly server: string;
  readonly keyVariable: string;
}

/** Makes the page of an operation that clients call. */
export function operationPage(context: PageContext, operation: Operation, order: number): Page {
  const { id, method, path, summary, description = '' } = operation;
  const title = summary ?? id;
  return {
    slug: `api/operations/${slugOf(id)}`,
    title,
    description: firstSentence(description || title),
    order,
    markdown: join([
      `\`\`\`http\n${method.toUpperCase()} ${path}\n\`\`\``,
      description,
      securityMarkdown(operation),
      samplesMarkdown(context, operation),
      ...requestMarkdown(context, operation),
      '## Responses',
      ...operation.responses.map((response) => responseMarkdown(context, response)),
      callbacksMarkdown(operation),
    ]),
  };
}

/** Makes the page of a request that the service sends. */
export function webhookPage(
  context: PageContext,
  { name, operation }: { readonly name: string; readonly operation: Operation },
  order: number,
): Page {
  const title = operation.summary ?? name;
  return {
    slug: `api/webhooks/${slugOf(name)}`,
    title,
    description: firstSentence(operation.description ?? title),
    order,
    markdown: join([
      operation.description ?? '',
      ...requestMarkdown(context, operation),
      '## What your answer means',
      ...operation.responses.map((response) => responseMarkdown(context, response)),
    ]),
  };
}

function join(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

function securityMarkdown({ security }: Operation): string {
  const scopes = security.flatMap((requirement) => Object.values(requirement).flat());
  if (security.length === 0) return 'Needs no key.';
  return scopes.length === 0
    ? ''
    : `Needs a key with the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`;
}

function samplesMarkdown({ model, server, keyVariable }: PageContext, operation: Operation): string {
  const [body] = operation.requestBody?.content.flatMap((type) => examplesOf(model, type)) ?? [];
  const pathValues = Object.fromEntries(
    operation.parameters
      .filter(({ location }) => location === 'path')
      .map((parameter) => [parameter.name, exampleOfParameter(model, parameter)]),
  );
  const samples = codeSamples({
    operation,
    server,
    pathValues,
    keyVariable: operation.security.length === 0 ? undefined : keyVariable,
    body: body?.value,
  });
  const printed = samples.map(
    ({ label, language, code }) => `### ${label}\n\n\`\`\`${language}\n${code}\n\`\`\``,
  );
  return join(['## Call it', ...printed]);
}

function exampleOfParameter(model: OpenApiModel, { name, schema }: Parameter): string {
  const resolved = new ShapeReader(model).resolve(schema?.schema);
  const examples = typeof resolved === 'boolean' ? undefined : resolved.examples;
  return Array.isArray(examples) ? String(examples[0]) : `{${name}}`;
}

function requestMarkdown(context: PageContext, { parameters, requestBody }: Operation): string[] {
  return [
    parameters.length === 0 ? '' : '## Parameters',
    parameters.map((parameter) => memberLine(context, parameter, ` in the ${parameter.location}`)).join('\n'),
    requestBody === undefined ? '' : '## Request body',
    requestBody?.description ?? '',
    ...(requestBody?.content ?? []).map((type) => bodyMarkdown(context, type, '###')),
  ];
}

function memberLine(context: PageContext, member: Parameter | Header, where: string): string {
  const { resolve } = new ShapeReader(context.model);
  const schema = resolve(member.schema?.schema);
  const facts =
    typeof schema === 'boolean' ? ['any value'] : [typeOf(schema, resolve), ...constraintsOf(schema)];
  if (member.required) facts.splice(1, 0, '**required**');
  return `- \`${member.name}\`${where}: ${facts.join(', ')}. ${oneLine(member.description ?? '')}`;
}

function responseMarkdown(context: PageContext, response: Response): string {
  const { status, description, headers, content } = response;
  return join([
    `### ${status} ${STATUS_CODES[status] ?? ''}`,
    description,
    headers.length === 0 ? '' : '#### Headers',
    headers.map((header) => memberLine(context, header, '')).join('\n'),
    ...content.map((type) => bodyMarkdown(context, type, '####')),
  ]);
}

function bodyMarkdown({ model }: PageContext, mediaType: MediaType, heading: string): string {
  const shapes = new ShapeReader(model).shapesOf(mediaType.schema?.schema);
  const lists =
    shapes.length === 1
      ? [shapesMarkdown(shapes)]
      : shapes.map((shape) =>
          join([`${heading}# ${shape.title ?? 'Alternative'}`, shape.description, shapesMarkdown([shape])]),
        );
  const examples = examplesOf(model, mediaType).map(({ name, summary, value }) =>
    join([`**${summary ?? name}**`, `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``]),
  );
  return join([
    `${heading} Fields (${mediaType.name})`,
    ...lists,
    examples.length === 0 ? '' : `${heading} Examples`,
    ...examples,
  ]);
}

function callbacksMarkdown({ callbacks }: Operation): string {
  if (callbacks.length === 0) return '';
  const lines = callbacks.map(({ name }) => `- [${name}](/docs/api/webhooks/${slugOf(name)}/)`);
  return join(['## Callbacks', 'The service posts to the address that the request gives:', lines.join('\n')]);
}
