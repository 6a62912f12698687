/** The pages of the reference of one document. */
import { isJsonObject, type OpenApiModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { generatedClientSample } from './client-sample.ts';
import type { ClientSample } from './code-samples.ts';
import type { ConsumersByPointer } from './consumers.ts';
import { printAccessPanel } from './credentials.ts';
import { describeApi } from './describe-api.ts';
import { joinBlocks } from './html.ts';
import { createLinkResolver } from './links.ts';
import { planOperation, planSentRequest } from './operation-page.ts';
import { firstSentence, type Page, type PageForms, type PagePlan, takeSlug } from './page.ts';
import type { PageContext, PrintMarkdown, SentRequest } from './page-context.ts';
import type { SampleOptions } from './sample-call.ts';
import { Samples } from './sample-values.ts';
import { planSchemas } from './schema-page.ts';
import { sectionPages } from './sections.ts';

export interface ReferenceOptions extends SampleOptions {
  /** Writes the samples in TypeScript; by default they use the client that `keyframe generate client` writes. */
  readonly client?: ClientSample;
  /** Consumers that pages name at the parts that they use. */
  readonly consumers?: ConsumersByPointer;
  /** The start of test keys, the only ones that pages send; any key by default. */
  readonly testKeyPrefix?: string;
  /** The address of the site that the pages are part of, with a slash at both ends. */
  readonly base: string;
  /** The folder of the pages below it, with a slash at its end; empty: the reference is the site. */
  readonly folder: string;
}

/** Creates the reference of a document: a page for each section of its description, each operation and each webhook. */
export function referencePages(model: OpenApiModel, options: ReferenceOptions): Page[] {
  const { server, testKeyPrefix } = options;
  const access = printAccessPanel(model, { servers: [server], testKeyPrefix });
  return planPages(model, options).plans.map((plan, order) => {
    const { slug, title, description, label } = plan;
    const { markdown, body } = plan.print();
    const page = { slug, title, description, order, ...(label === undefined ? {} : { label }), markdown };
    if (body === undefined) return page;
    return { ...page, body: body.includes('<send-request') ? joinBlocks([body, access]) : body };
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
  const slugs = takeSlugs(model.operations, ({ id }) => id, 'operation');
  const schemaSlugs = takeSlugs(model.schemas.keys(), (name) => name, 'schema');
  const resolveLink = createLinkResolver(
    model,
    base,
    (operation) => `${base}${folder}operations/${slugs.get(operation)}/`,
  );
  const context: PageContext = {
    model,
    schemas: new SchemaGraph(model),
    samples: new Samples(model),
    markdown: (text, level = 3) => renderMarkdown(text, { level, resolveLink }),
    client: generatedClientSample(model, options),
    ...options,
    root: base + folder,
    sentRequests: listSentRequests(model),
    schemaSlugs,
  };
  const info = isJsonObject(model.document.info) ? model.document.info : {};
  const { introduction, pages } = sectionPages(String(info.description ?? ''), folder);
  const operations = model.operations.map((operation) =>
    planOperation(context, operation, slugs.get(operation) ?? ''),
  );
  const webhooks = context.sentRequests.map((sent) => planSentRequest(context, sent));
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
  const plans = [first, ...pages, ...operations, ...webhooks, ...planSchemas(context)].map((plan) => ({
    ...plan,
    print: () => withoutForeignImages(plan.print()),
  }));
  return { plans, markdown: context.markdown };
}

/** Names the page of each item; the names of two items differ in a number. */
function takeSlugs<TItem>(items: Iterable<TItem>, getName: (item: TItem) => string, fallback: string) {
  // A site may keep the first page of a folder as its index.
  const taken = new Set(['index']);
  return new Map([...items].map((item) => [item, takeSlug(getName(item), fallback, taken)]));
}

/** Lists the requests that the service sends: its webhooks, and the callbacks without a webhook of the same name. */
function listSentRequests({ webhooks, operations: owners }: OpenApiModel): SentRequest[] {
  const requests: (Omit<SentRequest, 'slug'> & { readonly id: string })[] = [];
  for (const { name, operations } of webhooks)
    for (const operation of operations) requests.push({ id: name, name, operation });
  const names = new Set(webhooks.map(({ name }) => name));
  for (const { id, callbacks } of owners)
    for (const { name, operations } of callbacks)
      if (!names.has(name))
        for (const operation of operations) requests.push({ id: `${id}-${name}`, name, operation });
  const slugs = takeSlugs(requests, ({ id }) => id, 'webhook');
  return requests.map((request) => ({
    slug: slugs.get(request) ?? '',
    name: request.name,
    operation: request.operation,
  }));
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
