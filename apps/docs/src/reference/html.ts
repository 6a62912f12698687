/** HTML inside of the Markdown of a page. */

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Converts a one-line text whose only markup is inline code. */
export function inlineCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Joins blocks with blank lines, which end HTML blocks, so that Markdown between them is rendered. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .join('\n\n');
}

/** Writes an element that folds; `content` is Markdown. */
export function foldable(
  summary: string,
  content: string,
  {
    id,
    isOpen = false,
    kind,
  }: { readonly id?: string; readonly isOpen?: boolean; readonly kind?: string } = {},
): string {
  const attributes = [
    id === undefined ? '' : ` id="${escapeHtml(id)}"`,
    kind === undefined ? '' : ` class="${kind}"`,
    isOpen ? ' open' : '',
  ].join('');
  return joinBlocks([`<details${attributes}>\n<summary>${summary}</summary>`, content, '</details>']);
}
