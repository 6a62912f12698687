/** Prints an operation or a webhook as a page: everything that its document says of it. */
import { STATUS_CODES } from 'node:http';
import type {
  Callback,
  Header,
  MediaType,
  OpenApiModel,
  Operation,
  Parameter,
  Response,
} from '@keyframe/openapi-model';
import { type ClientSample, codeSamples } from './code-samples.ts';
import { constraintsOf, typeOf } from './constraints.ts';
import { examplesOf } from './examples.ts';
import { oneLine, shapesMarkdown } from './field-list.ts';
import { firstSentence, type Page, slugOf } from './page.ts';
import { sampleCall } from './sample-call.ts';
import { ShapeReader } from './shapes.ts';

/** What pages need beside the operation. */
export interface PageContext {
  readonly model: OpenApiModel;
  readonly server: string;
  readonly keyVariable: string;
  readonly client?: ClientSample;
  /** The address of the reference's first page, with a slash at both ends. */
  readonly root: string;
  /** The folder of the reference's pages, with a slash at its end; empty for the site's own. */
  readonly folder: string;
}

/** Makes the page of an operation that clients call. */
export function operationPage(context: PageContext, operation: Operation, order: number): Page {
  const { id, method, path, summary, description = '' } = operation;
  const title = summary ?? id;
  return {
    slug: `${context.folder}operations/${slugOf(id)}`,
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
      callbacksMarkdown(context, operation),
    ]),
  };
}

/** Makes the page of a request that the service sends. */
export function webhookPage(
  context: PageContext,
  { slug, name, operation }: { readonly slug: string; readonly name: string; readonly operation: Operation },
  order: number,
): Page {
  const title = operation.summary ?? name;
  return {
    slug: `${context.folder}webhooks/${slug}`,
    title,
    description: firstSentence(operation.description ?? title),
    order,
    markdown: join([
      operation.description ?? '',
      ...requestMarkdown(context, operation),
      '## Your response',
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

function samplesMarkdown(context: PageContext, operation: Operation): string {
  const samples = codeSamples(sampleCall(context.model, operation, context), context.client);
  const printed = samples.map(
    ({ label, language, code }) => `### ${label}\n\n\`\`\`${language}\n${code}\n\`\`\``,
  );
  return join(['## Code samples', ...printed]);
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

/** Where a callback is described: on the page of the webhook of its name, or on one of its own. */
export function callbackPage(
  { webhooks }: OpenApiModel,
  { id }: Operation,
  { name, operations }: Callback,
): { readonly slug: string; readonly title: string; readonly isOwn: boolean } {
  const isOwn = webhooks.every((webhook) => webhook.name !== name);
  return { slug: slugOf(isOwn ? `${id}-${name}` : name), title: operations[0]?.summary ?? name, isOwn };
}

function callbacksMarkdown({ model, root }: PageContext, operation: Operation): string {
  const { callbacks } = operation;
  if (callbacks.length === 0) return '';
  const lines = callbacks.map((callback) => {
    const { title, slug } = callbackPage(model, operation, callback);
    return `- [${title}](${root}webhooks/${slug}/)`;
  });
  return join(['## Callbacks', 'The service posts to the address that the request gives:', lines.join('\n')]);
}
