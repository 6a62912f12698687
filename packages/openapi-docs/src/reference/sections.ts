import { firstSentence, type PagePlan, takeSlug } from './page.ts';

/** Creates a page for each section (`## …`) of a description; the text before the first section is the introduction. */
export function sectionPages(
  description: string,
  folder: string,
): { readonly introduction: string; readonly pages: PagePlan[] } {
  const [introduction = '', ...sections] = description.split(/^## /m);
  const taken = new Set<string>();
  const pages = sections.map((section): PagePlan => {
    const [title = '', ...lines] = section.split('\n');
    const markdown = lines.join('\n').trim();
    return {
      slug: `${folder}concepts/${takeSlug(title, 'section', taken)}`,
      title: title.trim(),
      description: firstSentence(markdown.split('\n\n')[0] ?? title),
      print: () => ({ markdown }),
    };
  });
  return { introduction: introduction.trim(), pages };
}
