/** Pages of operations and webhooks: a form in two columns for the site, and a Markdown form. */
import type { Callback, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { joinBlocks } from './html.ts';
import { layOutOperation, layOutSentRequest } from './operation-html.ts';
import { printOperation, printSentRequest } from './operation-markdown.ts';
import { firstSentence, type PagePlan, toSlug } from './page.ts';
import type { PageContext } from './page-context.ts';

/** A request that the service sends: a webhook, or a callback without a webhook of the same name. */
export interface SentRequest {
  readonly slug: string;
  readonly name: string;
  readonly operation: Operation;
}

/** Plans the page of an operation that clients call. */
export function planOperation(context: PageContext, operation: Operation, slug: string): PagePlan {
  const { id, summary, description = '' } = operation;
  const title = summary || id;
  return {
    slug: `${context.folder}operations/${slug}`,
    title,
    description: firstSentence(description || title),
    operation,
    print: () => {
      const closing = listCallbacks(context, operation);
      return {
        markdown: printOperation(context, operation, closing),
        body: layOutOperation(context, operation, closing),
      };
    },
  };
}

/** Plans the page of a request that the service sends. */
export function planSentRequest(context: PageContext, { slug, name, operation }: SentRequest): PagePlan {
  const title = operation.summary || name;
  return {
    slug: `${context.folder}webhooks/${slug}`,
    title,
    description: firstSentence(operation.description ?? title),
    operation,
    print: () => ({
      markdown: printSentRequest(context, operation),
      body: layOutSentRequest(context, operation),
    }),
  };
}

/** Finds the page that describes a callback: the webhook of the same name, or a page of its own. */
export function callbackPage(
  { webhooks }: OpenApiModel,
  { id }: Operation,
  { name, operations }: Callback,
): { readonly slug: string; readonly title: string; readonly isOwn: boolean } {
  const isOwn = webhooks.every((webhook) => webhook.name !== name);
  return { slug: toSlug(isOwn ? `${id}-${name}` : name), title: operations[0]?.summary ?? name, isOwn };
}

function listCallbacks({ model, root }: PageContext, operation: Operation): string {
  const { callbacks } = operation;
  if (callbacks.length === 0) return '';
  const lines = callbacks.map((callback) => {
    const { title, slug } = callbackPage(model, operation, callback);
    return `- [${title}](${root}webhooks/${slug}/)`;
  });
  return joinBlocks(
    ['## Callbacks', 'The service sends to the address in the request:', lines.join('\n')],
    '\n\n',
  );
}
