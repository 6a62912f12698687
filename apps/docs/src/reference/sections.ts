import { firstSentence, type Page, slugOf } from './page.ts';

/** Makes a page of each section (`## …`) of a document's description; what stands before the first is an introduction. */
export function sectionPages(description: string): { readonly introduction: string; readonly pages: Page[] } {
  const [introduction = '', ...sections] = description.split(/^## /m);
  const pages = sections.map((section, index) => {
    const [title = '', ...lines] = section.split('\n');
    const markdown = lines.join('\n').trim();
    return {
      slug: `api/concepts/${slugOf(title)}`,
      title: title.trim(),
      description: firstSentence(markdown.split('\n\n')[0] ?? title),
      order: index + 1,
      markdown,
    };
  });
  return { introduction: introduction.trim(), pages };
}
