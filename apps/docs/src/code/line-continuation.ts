/** Plugin of Expressive Code that keeps the backslash at the end of a shell line together with the last word. */

interface Text {
  readonly type: 'text';
  value: string;
}

interface Element {
  readonly type: 'element';
  readonly tagName: string;
  properties: Record<string, unknown>;
  children: (Element | Text)[];
}

interface Rendering {
  readonly line: { readonly text: string };
  readonly renderData: { readonly lineAst: Element };
}

export const LINE_CONTINUATION = {
  name: 'line continuation',
  hooks: {
    postprocessRenderedLine: ({ line, renderData }: Rendering): void => {
      if (line.text.endsWith(' \\')) joinContinuation(renderData.lineAst);
    },
  },
};

/** Moves the blanks and the backslash at the end of a line into an element without line breaks. */
function joinContinuation(line: Element): void {
  const tokens = listTokens(line);
  const last = tokens.at(-1);
  if (last === undefined) return;
  const moved: string[] = [];
  for (const { text } of tokens.toReversed()) {
    const kept = text.value.replace(moved.length === 0 ? / *\\$/ : / +$/, '');
    moved.unshift(text.value.slice(kept.length));
    text.value = kept;
    if (kept !== '') break;
  }
  last.parent.children.push({
    type: 'element',
    tagName: 'span',
    properties: { className: ['line-continuation'] },
    children: [{ type: 'text', value: moved.join('') }],
  });
}

interface Token {
  readonly parent: Element;
  readonly text: Text;
}

function listTokens(parent: Element): Token[] {
  const tokens: Token[] = [];
  for (const child of parent.children)
    if (child.type === 'text') tokens.push({ parent, text: child });
    else tokens.push(...listTokens(child));
  return tokens;
}
