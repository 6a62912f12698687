/** The HTML of pages. */

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

/** Joins blocks; empty ones are omitted. */
export function joinBlocks(blocks: readonly string[], separator = '\n'): string {
  return blocks
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .join(separator);
}

/** Writes an element that folds. */
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
  return joinBlocks([`<details${attributes}><summary>${summary}</summary>`, content, '</details>']);
}
