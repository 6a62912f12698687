import { firstSentence, type Page, slugOf } from './page.ts';

/** Makes a page of each section (`## …`) of a description; what stands before the first one is an introduction. */
export function sectionPages(
  description: string,
  folder: string,
): { readonly introduction: string; readonly pages: Page[] } {
  const [introduction = '', ...sections] = description.split(/^## /m);
  const pages = sections.map((section, index) => {
    const [title = '', ...lines] = section.split('\n');
    const markdown = lines.join('\n').trim();
    return {
      slug: `${folder}concepts/${slugOf(title)}`,
      title: title.trim(),
      description: firstSentence(markdown.split('\n\n')[0] ?? title),
      order: index + 1,
      markdown,
    };
  });
  return { introduction: introduction.trim(), pages };
}
