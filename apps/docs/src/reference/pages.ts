/** All pages of the reference of one document. */
import { isJsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import { operationPage, type PageContext, webhookPage } from './operation-page.ts';
import { firstSentence, type Page } from './page.ts';
import { sectionPages } from './sections.ts';

export interface ReferenceOptions {
  /** Where the service is; no trailing slash. */
  readonly server: string;
  /** The name of the environment variable that holds the key in code samples. */
  readonly keyVariable: string;
}

/** Makes the reference of a document: a page for each section of its description, each operation and each webhook. */
export function referencePages(model: OpenApiModel, options: ReferenceOptions): Page[] {
  const context: PageContext = { model, ...options };
  const info = isJsonObject(model.document.info) ? model.document.info : {};
  const { introduction, pages } = sectionPages(String(info.description ?? ''));
  const operations = model.operations.map((operation, index) => operationPage(context, operation, index + 1));
  const webhooks = model.webhooks.flatMap(({ name, operations: sent }, index) =>
    sent.map((operation) => webhookPage(context, { name, operation }, index + 1)),
  );
  const lines = [...operations, ...webhooks].map(({ slug, title, description }) => {
    return `- [${title}](/docs/${slug}/): ${description}`;
  });
  const first = {
    slug: 'api/index',
    title: String(info.title ?? 'API'),
    label: 'Overview',
    description: firstSentence(String(info.summary ?? introduction)),
    order: 0,
    markdown: [introduction, '## Operations and webhooks', lines.join('\n')].join('\n\n'),
  };
  return [first, ...pages, ...operations, ...webhooks];
}
