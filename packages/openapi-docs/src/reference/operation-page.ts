/** Pages of operations and webhooks: a form in two columns for the site, and a Markdown form. */
import type { Callback, Operation } from '@keyframe/openapi-model';
import { joinBlocks } from './html.ts';
import { layOutOperation, layOutSentRequest } from './operation-html.ts';
import { printOperation, printSentRequest } from './operation-markdown.ts';
import { firstSentence, type PagePlan } from './page.ts';
import type { PageContext, SentRequest } from './page-context.ts';

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

function listCallbacks({ root, sentRequests }: PageContext, { callbacks }: Operation): string {
  if (callbacks.length === 0) return '';
  const lines = callbacks.map((callback) => {
    const title = callback.operations[0]?.summary ?? callback.name;
    return `- [${title}](${root}webhooks/${findSentRequest(sentRequests, callback)?.slug}/)`;
  });
  return joinBlocks(
    ['## Callbacks', 'The service sends to the address in the request:', lines.join('\n')],
    '\n\n',
  );
}

/** Finds the page that describes a callback: its own, or that of the webhook of the same name. */
function findSentRequest(requests: readonly SentRequest[], { name, operations }: Callback) {
  return (
    requests.find(({ operation }) => operations.includes(operation)) ??
    requests.find((request) => request.name === name)
  );
}
