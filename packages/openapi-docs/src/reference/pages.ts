/** The pages of the reference of one document. */
import { isJsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { generatedClientSample } from './client-sample.ts';
import type { ClientSample } from './code-samples.ts';
import { describeApi } from './describe-api.ts';
import { joinBlocks } from './html.ts';
import { createLinkResolver } from './links.ts';
import { callbackPage, planOperation, planSentRequest, type SentRequest } from './operation-page.ts';
import { firstSentence, type Page, type PageForms, type PagePlan, takeSlug, toSlug } from './page.ts';
import type { PageContext, PrintMarkdown } from './page-context.ts';
import type { SampleOptions } from './sample-call.ts';
import { Samples } from './sample-values.ts';
import { sectionPages } from './sections.ts';

export interface ReferenceOptions extends SampleOptions {
  /** Writes the samples in TypeScript; by default they use the client that `keyframe generate client` writes. */
  readonly client?: ClientSample;
  /** The start of test keys, the only ones that pages send; any key by default. */
  readonly testKeyPrefix?: string;
  /** The address of the site that the pages are part of, with a slash at both ends. */
  readonly base: string;
  /** The folder of the pages below it, with a slash at its end; empty: the reference is the site. */
  readonly folder: string;
}

/** Creates the reference of a document: a page for each section of its description, each operation and each webhook. */
export function referencePages(model: OpenApiModel, options: ReferenceOptions): Page[] {
  return planPages(model, options).plans.map((plan, order) => {
    const { slug, title, description, label } = plan;
    return { slug, title, description, order, ...(label === undefined ? {} : { label }), ...plan.print() };
  });
}

/** The pages of a reference, and how their Markdown is converted. */
export interface PlannedPages {
  readonly plans: readonly PagePlan[];
  readonly markdown: PrintMarkdown;
}

/** Plans the pages, the first one first. */
export function planPages(model: OpenApiModel, options: ReferenceOptions): PlannedPages {
  const { base, folder } = options;
  const slugs = nameOperationPages(model);
  const resolveLink = createLinkResolver(
    model,
    base,
    (operation) => `${base}${folder}operations/${slugs.get(operation)}/`,
  );
  const context: PageContext = {
    model,
    samples: new Samples(model),
    markdown: (text, level = 3) => renderMarkdown(text, { level, resolveLink }),
    client: generatedClientSample(model, options),
    ...options,
    root: base + folder,
  };
  const info = isJsonObject(model.document.info) ? model.document.info : {};
  const { introduction, pages } = sectionPages(String(info.description ?? ''), folder);
  const operations = model.operations.map((operation) =>
    planOperation(context, operation, slugs.get(operation) ?? ''),
  );
  const webhooks = listSentRequests(model).map((sent) => planSentRequest(context, sent));
  const lines = [...operations, ...webhooks].map(({ slug, title, description }) => {
    return `- [${title}](${base}${slug}/)${description === title ? '' : `: ${description}`}`;
  });
  const first: PagePlan = {
    slug: `${folder}index`,
    title: String(info.title ?? 'API'),
    label: 'Overview',
    description: firstSentence(String(info.summary ?? introduction)),
    print: () => ({
      markdown: joinBlocks(
        [introduction, describeApi(model), '## Operations and webhooks', lines.join('\n')],
        '\n\n',
      ),
    }),
  };
  const plans = [first, ...pages, ...operations, ...webhooks].map((plan) => ({
    ...plan,
    print: () => withoutForeignImages(plan.print()),
  }));
  return { plans, markdown: context.markdown };
}

/** Names the page of each operation; the names of two operations differ in a number. */
function nameOperationPages({ operations }: OpenApiModel) {
  const taken = new Set<string>();
  return new Map(operations.map((operation) => [operation, takeSlug(operation.id, 'operation', taken)]));
}

/** Lists the requests that the service sends: its webhooks, and the callbacks without a webhook of the same name. */
function listSentRequests(model: OpenApiModel): SentRequest[] {
  const requests: SentRequest[] = [];
  for (const { name, operations } of model.webhooks)
    for (const operation of operations) requests.push({ slug: toSlug(name), name, operation });
  for (const owner of model.operations)
    for (const callback of owner.callbacks) {
      const { slug, isOwn } = callbackPage(model, owner, callback);
      if (isOwn)
        for (const operation of callback.operations) requests.push({ slug, name: callback.name, operation });
    }
  const taken = new Set<string>();
  return requests.filter(({ slug }) => !taken.has(slug) && taken.add(slug));
}

function withoutForeignImages({ markdown, ...body }: PageForms): PageForms {
  return { ...body, markdown: linkForeignImages(markdown) };
}

/** Converts images on other hosts to links, so that a page sends requests to its own host only. Code is not changed. */
function linkForeignImages(markdown: string): string {
  return markdown.replaceAll(
    /^```[\s\S]*?^```|!\[([^\]]*)\]\((https?:[^)\s]+)[^)]*\)/gm,
    (whole, name: string | undefined, address: string) =>
      address ? `[${name || 'Image'}](${address})` : whole,
  );
}
