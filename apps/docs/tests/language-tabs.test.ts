import { expect, test } from 'vitest';
import { withLanguageTabs, withoutLanguageTabs } from '../src/languages/language-tabs.ts';

const section = (level: number, title: string) =>
  `<div class="sl-heading-wrapper level-h${level}"><h${level} id="${title.toLowerCase()}">${title}</h${level}></div><p>${title}.</p>`;

/** The groups of tabs in a page, each as its titles. */
function readGroups(page: string): string[][] {
  return page
    .split('<div class="language-tabs">')
    .slice(1)
    .map((group) => Array.from(group.matchAll(/role="tab"[^>]*>([^<]*)</g), ([, title = '']) => title));
}

test.each([
  ['two languages', section(3, 'curl') + section(3, 'Go'), [['curl', 'Go']]],
  ['one language alone', section(3, 'curl') + section(3, 'Errors'), []],
  [
    'languages that do not follow one another',
    section(2, 'curl') + section(2, 'More') + section(2, 'Go'),
    [],
  ],
  ['languages of two levels', section(3, 'curl') + section(2, 'Go'), []],
  [
    'two groups',
    section(2, 'A') +
      section(3, 'curl') +
      section(3, 'Go') +
      section(2, 'B') +
      section(3, 'Python') +
      section(3, 'Go'),
    [
      ['curl', 'Go'],
      ['Python', 'Go'],
    ],
  ],
  [
    'sections inside of a language',
    section(3, 'curl') + section(4, 'Submit') + section(3, 'TypeScript') + section(4, 'Python'),
    [['curl', 'TypeScript']],
  ],
])('%s: the tabs are those of sections that differ in their language', (_, page, groups) => {
  expect(readGroups(withLanguageTabs(page))).toEqual(groups);
});

test('nothing of a page is lost, and the text after the tabs follows them', () => {
  const page = `<p>Before.</p>${section(3, 'curl')}${section(4, 'Submit')}${section(3, 'Go')}${section(2, 'After')}`;
  const made = withLanguageTabs(page);
  const own =
    /<div class="language-tabs">|<div role="tablist".*?<\/div>|<div role="tabpanel"[^>]*>|<language-choice><\/language-choice>/g;
  expect(made.replaceAll(own, '').replaceAll('</div></div>', '</div>')).toContain('<p>Submit.</p>');
  for (const text of ['Before.', 'curl.', 'Submit.', 'Go.', 'After.'])
    expect(made).toContain(`<p>${text}</p>`);
  expect(made.indexOf('<p>After.</p>')).toBeGreaterThan(made.indexOf('<language-choice>'));
  expect(withLanguageTabs('<p>Without code.</p>')).toBe('<p>Without code.</p>');
});

test('a table of contents has the section of the tabs, and a language without tabs', () => {
  const item = (text: string, children: { text: string; children: never[] }[] = []) => ({ text, children });
  const items = [item('Code samples', [item('curl'), item('Go')] as never), item('Go'), item('Responses')];
  expect(withoutLanguageTabs(items)).toEqual([item('Code samples'), item('Go'), item('Responses')]);
});
