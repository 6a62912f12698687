import { expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';
import { sanitizeHtml } from './sanitize-html.ts';

test.each([
  ['an element of the list', '<b>bold</b>', '<b>bold</b>'],
  ['a script with its content', 'a<script>alert(1)</script>b', 'ab'],
  ['a script without an end', 'a<script>alert(1)', 'a'],
  ['a handler', '<b onclick="alert(1)">x</b>', '<b>x</b>'],
  ['a handler after a slash', '<img/onerror=alert(1) src=x>', '&lt;img/onerror=alert(1) src=x&gt;'],
  ['a style', '<p style="position:fixed">x</p>', '<p>x</p>'],
  ['a link that runs a script', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['a link with a hidden scheme', '<a href="java&#x0A;script:alert(1)">x</a>', '<a>x</a>'],
  ['a link to another host without a scheme', '<a href="//evil.example">x</a>', '<a>x</a>'],
  [
    'a link',
    '<a href="https://example.com/?a=1&amp;b=2">x</a>',
    '<a href="https://example.com/?a=1&amp;b=2">x</a>',
  ],
  ['an image of another host', '<img src="https://evil.example/x.png" alt="A &amp; b">', 'A &amp; b'],
  [
    'an image in the text',
    '<img src="data:image/png;base64,AA==">',
    '<img alt="" src="data:image/png;base64,AA==">',
  ],
  ['an image that is a document', '<img src="data:image/svg+xml;base64,AA==">', ''],
  ['a placeholder', 'Bearer <token>', 'Bearer &lt;token&gt;'],
  ['an end without a start', 'a</div></section>b', 'a&lt;/section&gt;b'],
  ['a start without an end', '<ul><li>a', '<ul><li>a</li></ul>'],
  ['elements that cross', '<b><i>a</b>c</i>', '<b><i>a</i></b>c'],
  ['a foreign element', '<svg><a href="#">x</a></svg>', '&lt;svg&gt;<a href="#">x</a>&lt;/svg&gt;'],
  ['a comment', 'a<!-- <b> -->b', 'ab'],
  ['a tag that never ends', '<b title="<img src=x onerror=alert(1)>', '&lt;b title="'],
])('%s', (_, html, expected) => {
  expect(sanitizeHtml(html)).toBe(expected);
});

test.each([
  ['headings follow the level of the page without a gap', '# A\n\n#### B', '<h3>A</h3>\n<h4>B</h4>'],
  [
    'code is marked',
    '```json\n{"a": 1}\n```',
    '<pre tabindex="0"><code>{<span class="token-string">&quot;a&quot;</span>: <span class="token-number">1</span>}</code></pre>',
  ],
  [
    'a table scrolls by itself',
    '|a|\n|-|\n|b|',
    '<div class="table" tabindex="0"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table></div>',
  ],
  ['a script in a link', '[x](javascript:alert(1))', '<p><a>x</a></p>'],
  ['a script in a heading', '# <img src=x onerror=alert(1)>', '<h3></h3>'],
])('Markdown: %s', (_, text, expected) => {
  expect(renderMarkdown(text)).toBe(expected);
});

test('headings follow one another without a gap, also those that are written in HTML', () => {
  const text = '<h3>a</h3>\n\ntext <h5>b</h5>\n\n# c\n\n### d';
  const headings = renderMarkdown(text, { level: 2 }).match(/<h\d>.<\/h\d>/g);
  expect(headings).toEqual(['<h2>a</h2>', '<h3>b</h3>', '<h2>c</h2>', '<h3>d</h3>']);
});
