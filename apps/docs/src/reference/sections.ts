import { firstSentence, type Page, toSlug } from './page.ts';

/** Creates a page for each section (`## …`) of a description; the text before the first section is the introduction. */
export function sectionPages(
  description: string,
  folder: string,
): { readonly introduction: string; readonly pages: Page[] } {
  const [introduction = '', ...sections] = description.split(/^## /m);
  const pages = sections.map((section, index) => {
    const [title = '', ...lines] = section.split('\n');
    const markdown = lines.join('\n').trim();
    return {
      slug: `${folder}concepts/${toSlug(title)}`,
      title: title.trim(),
      description: firstSentence(markdown.split('\n\n')[0] ?? title),
      order: index + 1,
      markdown,
    };
  });
  return { introduction: introduction.trim(), pages };
}
