import type { LocatedSchema, Operation } from '@keyframe/openapi-model';

/** The two forms of a page. */
export interface PageForms {
  readonly markdown: string;
  /** The form of the site, HTML in two columns and without a table of contents, if it is not `markdown`. */
  readonly body?: string;
}

/** A page that is printed when it is needed. */
export interface PagePlan {
  /** The address below the site's root and the name of its file, without an extension: `api/operations/get-task`. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** The menu's text, if it is not the title. */
  readonly label?: string;
  /** The operation or the webhook that the page is about. */
  readonly operation?: Operation;
  /** The schema that the page is about. */
  readonly schema?: LocatedSchema;
  readonly print: () => PageForms;
}

/** A page of the site that is generated, not a guide. */
export interface Page extends PageForms, Pick<PagePlan, 'slug' | 'title' | 'description' | 'label'> {
  /** The position of the page in its folder. */
  readonly order: number;
}

/** Converts a name to a part of an address, with the letters of any script: `createVideo` becomes `create-video`. */
export function toSlug(name: string): string {
  return name
    .normalize()
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Creates a part of an address that is not taken; `fallback` is that of a name without letters. */
export function takeSlug(name: string, fallback: string, taken: Set<string>): string {
  return takeName(toSlug(name) || fallback, taken);
}

/** Adds a number to a name that is taken. */
export function takeName(base: string, taken: Set<string>): string {
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`;
  taken.add(name);
  return name;
}

/** Extracts the first sentence of a Markdown text, without markup, for descriptions of pages. */
export function firstSentence(text: string): string {
  const plain = text
    .replaceAll(/`([^`]+)`/g, '$1')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|\*)(?=\S)([^*]+)\1/g, '$2')
    // Only between words: `snake_case` keeps its underscores.
    .replaceAll(/(?<!\w)_(?=\S)([^_]+)_(?!\w)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?= |$)/.exec(plain)?.[0] ?? plain;
}
