/** The frame of every page: header with search, menu, and the text. */
import { escapeHtml, joinBlocks } from '../reference/html.ts';
import type { PageForms } from '../reference/page.ts';
import type { PrintMarkdown } from '../reference/page-context.ts';

/** The texts of a page, and what it loads. */
export interface Layout {
  readonly title: string;
  readonly siteTitle: string;
  readonly version: string;
  readonly description: string;
  readonly home: string;
  readonly menu: string;
  /** The panel of the server and the keys. */
  readonly access: string;
  readonly article: string;
  readonly policy: string;
  /** Elements of the head, such as styles. */
  readonly head: string;
  /** Elements after the text, such as scripts. */
  readonly end: string;
}

/** Prints a whole page. */
export function printLayout(layout: Layout): string {
  const { title, siteTitle, version, description, home, menu, access, article, policy, head, end } = layout;
  const name = title === siteTitle ? title : `${title} | ${siteTitle}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(name)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:,">
${head}
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="site-header">
<button type="button" class="menu-open" aria-expanded="false" aria-controls="menu">Menu</button>
<a class="site-title" href="${escapeHtml(home)}">${escapeHtml(siteTitle)}</a> <span class="site-version">${escapeHtml(version)}</span>
${SEARCH}
${access}
</header>
<div class="site-frame">
<nav id="menu" aria-label="Pages">
${menu}
<div class="menu-end"><button type="button" class="download-document">Download the document</button> <label>Colors <select class="theme-choice"><option value="light dark">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label></div>
</nav>
<main id="content" tabindex="-1">
${article}
</main>
</div>
${end}
</body>
</html>
`;
}

const SEARCH = `<site-search>
<button type="button" class="search-open" disabled aria-keyshortcuts="Control+K"><svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2"><circle cx="7" cy="7" r="5"/><path d="m11 11 4 4"/></svg> <span class="search-label">Search</span> <kbd aria-hidden="true">Ctrl K</kbd></button>
<dialog aria-label="Search"><div class="search-frame">
<div class="search-field"><input type="search" aria-label="Search" placeholder="Search the reference" autocomplete="off" autocapitalize="off" spellcheck="false"><button type="button" class="search-close">Close</button></div>
<p class="search-status" role="status"></p>
<div class="search-results"></div>
</div></dialog>
</site-search>`;

/** Prints the text of a page, with the button that copies its Markdown. */
export function printArticle(title: string, { markdown, body }: PageForms, print: PrintMarkdown): string {
  return joinBlocks([
    '<article>',
    `<div class="article-head"><h1>${escapeHtml(title)}</h1><button type="button" class="copy-page">Copy for an agent</button></div>`,
    body ?? `<div class="prose">${print(markdown, 2)}</div>`,
    '</article>',
  ]);
}
