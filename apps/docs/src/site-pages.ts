import { getCollection } from 'astro:content';

/** A page of the site, as its Markdown forms need it. */
export interface SitePage {
  readonly id: string;
  readonly body?: string;
  readonly rendered?: { readonly html: string };
  readonly data: {
    readonly title: string;
    readonly description?: string | undefined;
    readonly markdown?: string | undefined;
    readonly keywords?: readonly string[] | undefined;
  };
}

/** Lists the pages of the site in the order of their addresses, without that of missing pages. */
export async function sitePages(): Promise<SitePage[]> {
  const pages: SitePage[] = await getCollection('docs');
  return pages.filter(({ id }) => id !== '404').toSorted((left, right) => left.id.localeCompare(right.id));
}

/** Writes a page as Markdown; its pictures, which have other addresses in the site, become their descriptions. */
export function writeMarkdown({ data, body = '' }: Pick<SitePage, 'body' | 'data'>): string {
  const text = (data.markdown ?? body).trim();
  return `# ${data.title}\n\n${text.replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '*$1*')}\n`;
}
