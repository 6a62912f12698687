/** Shows the pages of a single file: its fragment names the page, and then the part of it. */
import { printArticle } from '../src/site/layout.ts';
import type { ReferenceFacts } from '../src/site/reference.ts';
import { reveal } from './reveal-target.ts';

/** The page that was printed into the file. */
const FIRST = 'index';

/** Follows the fragment, and prints all pages on paper. Returns a function that names the page that is open. */
export function startRouter(getReference: () => Promise<ReferenceFacts>): () => string {
  const main = document.getElementById('content');
  let shown = FIRST;
  const route = async () => {
    if (main === null) return;
    const reference = await getReference();
    const { slug, anchor } = parseFragment(decodeURIComponent(location.hash.slice(1)), reference);
    if (slug !== shown) {
      main.innerHTML = printPage(slug, reference);
      document.title =
        slug === FIRST ? reference.title : `${findTitle(slug, reference)} | ${reference.title}`;
      shown = slug;
      if (anchor === '') {
        scrollTo(0, 0);
        main.focus({ preventScroll: true });
      }
    }
    linkAnchors(main, slug);
    markCurrent(slug);
    if (anchor !== '') reveal(anchor);
  };
  addEventListener('hashchange', () => void route());
  // In a frame that was given its content, links start at the page around it.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (link === null || location.protocol !== 'about:') return;
    event.preventDefault();
    location.hash = link.getAttribute('href') ?? '';
  });
  void route();
  printOnPaper(getReference, () => shown);
  return () => shown;
}

function findTitle(slug: string, { plans }: ReferenceFacts): string {
  return plans.find((plan) => plan.slug === slug)?.title ?? '';
}

function printPage(slug: string, { plans, markdown }: ReferenceFacts): string {
  const plan = plans.find((candidate) => candidate.slug === slug);
  return plan === undefined ? '' : printArticle(plan.title, plan.print(), markdown);
}

/** Separates the page from the part: `operations/get-pet/response-200` is a part of `operations/get-pet`. */
function parseFragment(fragment: string, { plans }: ReferenceFacts): { slug: string; anchor: string } {
  const slugs = new Set(plans.map(({ slug }) => slug));
  const segments = fragment.split('/').filter((segment) => segment !== '');
  for (let count = segments.length; count > 0; count -= 1) {
    const slug = segments.slice(0, count).join('/');
    if (slugs.has(slug)) return { slug, anchor: segments.slice(count).join('/') };
  }
  return { slug: FIRST, anchor: fragment };
}

/** Makes links to parts of the page name the page, too, so that they can be shared. */
function linkAnchors(main: HTMLElement, slug: string): void {
  for (const link of main.querySelectorAll<HTMLAnchorElement>('a.field-name[href^="#"]:not([data-linked])')) {
    link.setAttribute('data-linked', '');
    link.href = `#${slug}/${link.getAttribute('href')?.slice(1)}`;
  }
}

/** Marks the page in the menu, and opens the groups around it. */
function markCurrent(slug: string): void {
  for (const link of document.querySelectorAll('#menu a')) {
    const isCurrent = link.getAttribute('data-slug') === slug;
    if (!isCurrent) link.removeAttribute('aria-current');
    else {
      link.setAttribute('aria-current', 'page');
      for (
        let group = link.closest('details');
        group !== null;
        group = group.parentElement?.closest('details') ?? null
      )
        group.open = true;
    }
  }
}

/** More pages than anybody prints by accident. */
const MAX_PRINTED = 200;

function printOnPaper(getReference: () => Promise<ReferenceFacts>, getSlug: () => string): void {
  const main = document.getElementById('content');
  let reference: ReferenceFacts | undefined;
  void getReference().then((loaded) => {
    reference = loaded;
  });
  addEventListener('beforeprint', () => {
    if (main === null || reference === undefined || reference.plans.length > MAX_PRINTED) return;
    const { plans } = reference;
    main.innerHTML = plans.map(({ slug }) => printPage(slug, reference as ReferenceFacts)).join('\n');
    for (const part of main.querySelectorAll('details')) part.open = true;
  });
  addEventListener('afterprint', () => {
    if (main !== null && reference !== undefined) main.innerHTML = printPage(getSlug(), reference);
  });
}
