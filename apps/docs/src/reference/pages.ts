/** The pages of the reference of one document. */
import { isJsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import type { ClientSample } from './code-samples.ts';
import { callbackPage, operationPage, webhookPage } from './operation-page.ts';
import { firstSentence, type Page, toSlug } from './page.ts';
import type { PageContext } from './page-context.ts';
import type { SampleOptions } from './sample-call.ts';
import { sectionPages } from './sections.ts';

export interface ReferenceOptions extends SampleOptions {
  /** Writes the samples in TypeScript; by default they use `fetch`. */
  readonly client?: ClientSample;
  /** The start of test keys; pages then contain a form that sends requests with such a key. */
  readonly testKeyPrefix?: string;
  /** The address of the site that the pages are part of, with a slash at both ends. */
  readonly base: string;
  /** The folder of the pages below it, with a slash at its end; empty: the reference is the site. */
  readonly folder: string;
}

/** Creates the reference of a document: a page for each section of its description, each operation and each webhook. */
export function referencePages(model: OpenApiModel, options: ReferenceOptions): Page[] {
  const { base, folder } = options;
  const context: PageContext = { model, ...options, root: base + folder };
  const info = isJsonObject(model.document.info) ? model.document.info : {};
  const { introduction, pages } = sectionPages(String(info.description ?? ''), folder);
  const operations = model.operations.map((operation, index) => operationPage(context, operation, index + 1));
  const webhooks = sentRequests(model).map((sent, index) => webhookPage(context, sent, index + 1));
  const lines = [...operations, ...webhooks].map(({ slug, title, description }) => {
    return `- [${title}](${base}${slug}/): ${description}`;
  });
  const first = {
    slug: `${folder}index`,
    title: String(info.title ?? 'API'),
    label: 'Overview',
    description: firstSentence(String(info.summary ?? introduction)),
    order: 0,
    markdown: [introduction, '## Operations and webhooks', lines.join('\n')].join('\n\n'),
  };
  return [first, ...pages, ...operations, ...webhooks].map((page: Page) => ({
    ...page,
    markdown: linkForeignImages(page.markdown),
    ...(page.body === undefined ? {} : { body: linkForeignImages(page.body) }),
  }));
}

/** Lists the requests that the service sends: its webhooks, and the callbacks without a webhook of the same name. */
function sentRequests(model: OpenApiModel) {
  const webhooks = model.webhooks.flatMap(({ name, operations }) =>
    operations.map((operation) => ({ slug: toSlug(name), name, operation })),
  );
  const callbacks = model.operations.flatMap((operation) =>
    operation.callbacks.flatMap((callback) => {
      const { slug, isOwn } = callbackPage(model, operation, callback);
      return isOwn ? callback.operations.map((sent) => ({ slug, name: callback.name, operation: sent })) : [];
    }),
  );
  return [...webhooks, ...callbacks];
}

/** Converts images on other hosts to links, so that a page sends requests to its own host only. Code is not changed. */
function linkForeignImages(markdown: string): string {
  return markdown.replaceAll(
    /^```[\s\S]*?^```|!\[([^\]]*)\]\((https?:[^)\s]+)[^)]*\)/gm,
    (whole, name: string | undefined, address: string) =>
      address ? `[${name || 'Image'}](${address})` : whole,
  );
}
