/** The menu of a reference: its sections, its operations by tags, which may be nested, and its webhooks. */
import type { OpenApiModel } from '@keyframe/openapi-model';
import { escapeHtml, joinBlocks } from '../reference/html.ts';
import type { PagePlan } from '../reference/page.ts';

/** Writes the address of a page. */
export type GetAddress = (slug: string) => string;

interface Group {
  readonly title: string;
  readonly pages: PagePlan[];
  readonly groups: Group[];
}

/** A menu opens all its groups unless they are too many to be seen at once. */
const MAX_OPEN = 60;

/** A menu of pages. */
export interface Menu {
  readonly plans: readonly PagePlan[];
  readonly getAddress: GetAddress;
  /** The page that has the menu; undefined if all pages have the same. */
  readonly current?: string;
}

/** Prints the menu. If every page has one of its own, a large document lists the pages of the current group only. */
export function printMenu(model: OpenApiModel, menu: Menu): string {
  const { plans } = menu;
  const operations = plans.filter(({ slug }) => slug.startsWith('operations/'));
  const isLarge = operations.length > MAX_OPEN;
  const isSchemas = ({ slug }: PagePlan) => slug === 'schemas';
  const sections = plans.filter((plan) => (plan.operation ?? plan.schema) === undefined && !isSchemas(plan));
  const webhooks = plans.filter(({ slug }) => slug.startsWith('webhooks/'));
  const groups = groupByTag(model, operations);
  if (webhooks.length > 0) groups.push({ title: 'Webhooks', pages: webhooks, groups: [] });
  return joinBlocks([
    printPages(sections, menu),
    ...groups.map((group) => printGroup(group, menu, isLarge)),
    printPages(plans.filter(isSchemas), menu),
  ]);
}

/** Groups operations by their first tag that the document nests or lists for navigation. */
function groupByTag({ tags }: OpenApiModel, plans: readonly PagePlan[]): Group[] {
  const tagByName = new Map(tags.map((tag) => [tag.name, tag]));
  const groups = new Map<string, Group>();
  const top: Group[] = [];
  const getGroup = (name: string, level = 0): Group => {
    const existing = groups.get(name);
    if (existing !== undefined) return existing;
    const tag = tagByName.get(name);
    const group: Group = { title: tag?.summary ?? name, pages: [], groups: [] };
    groups.set(name, group);
    const parent = tag?.parent;
    if (parent === undefined || level > MAX_TAG_LEVELS) top.push(group);
    else getGroup(parent, level + 1).groups.push(group);
    return group;
  };
  const used = new Set(plans.map(findTag));
  for (const { name } of tags) if (used.has(name)) getGroup(name);
  for (const plan of plans) getGroup(findTag(plan)).pages.push(plan);
  return top;

  function findTag({ operation }: PagePlan): string {
    const names = operation?.tags ?? [];
    const isShown = (name: string) => (tagByName.get(name)?.kind ?? 'nav') === 'nav';
    return names.find(isShown) ?? names[0] ?? 'Operations';
  }
}

/** It ends tags that are parents of one another. */
const MAX_TAG_LEVELS = 8;

function printGroup(group: Group, menu: Menu, isLarge: boolean): string {
  const { title, pages, groups } = group;
  const { current, getAddress } = menu;
  const all = listPages(group);
  const isCurrent = all.some(({ slug }) => slug === current);
  const [first] = all;
  if (isLarge && current !== undefined && !isCurrent && first !== undefined)
    return `<p><a href="${escapeHtml(getAddress(first.slug))}">${escapeHtml(title)}</a></p>`;
  return joinBlocks([
    `<details${!isLarge || isCurrent ? ' open' : ''}><summary>${escapeHtml(title)}</summary>`,
    printPages(pages, menu),
    ...groups.map((inner) => printGroup(inner, menu, isLarge)),
    '</details>',
  ]);
}

function listPages({ pages, groups }: Group): PagePlan[] {
  return [...pages, ...groups.flatMap(listPages)];
}

function printPages(pages: readonly PagePlan[], { current, getAddress }: Menu): string {
  if (pages.length === 0) return '';
  const items = pages.map(({ slug, title, label, operation }) => {
    const method =
      operation === undefined
        ? ''
        : ` <span class="method" data-method="${escapeHtml(operation.method)}">${escapeHtml(shortenMethod(operation.method))}</span>`;
    const text = `<span${operation?.deprecated ? ' class="is-deprecated"' : ''}>${escapeHtml(label ?? title)}</span>`;
    return `<li><a href="${escapeHtml(getAddress(slug))}" data-slug="${escapeHtml(slug)}"${slug === current ? ' aria-current="page"' : ''}>${text}${method}</a></li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

function shortenMethod(method: string): string {
  return method.toUpperCase().replace('DELETE', 'DEL').replace('OPTIONS', 'OPT');
}
