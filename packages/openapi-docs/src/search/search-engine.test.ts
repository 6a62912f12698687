import { expect, test } from 'vitest';
import { normalizeTerm, SearchEngine, type SearchPage } from './search-engine.ts';

function page(title: string, text: string, more: Partial<SearchPage> = {}): SearchPage {
  const path = `${title.toLowerCase().replaceAll(' ', '-')}/`;
  const sections = [{ anchor: '', title: '', text }];
  return { path, kind: 'Guide', title, description: '', keywords: [], sections, ...more };
}

const engine = new SearchEngine([
  page('Receiving callbacks', 'The service posts each callback to your address.', { keywords: ['nextjs'] }),
  page('Cancelling a task', 'A task cannot be cancelled.'),
  page('Housekeeping', 'A task that is old is deleted; cancel nothing.'),
  page('Submit a video generation', 'Accepts a task.', {
    kind: 'API reference',
    sections: [
      { anchor: '', title: '', text: 'Accepts a task.' },
      {
        anchor: 'body-return_last_frame',
        title: 'return_last_frame',
        text: 'Whether to return the last frame.',
      },
    ],
  }),
  page('Rate limits', 'Requests a minute.'),
  page('Playing', 'A score.', { keywords: ['piano', 'key'] }),
  page('Practice', 'A score.', { keywords: ['piano key'] }),
]);

test.each([
  ['a word of the title', 'rate', 'Rate limits'],
  ['a typing error', 'calback', 'Receiving callbacks'],
  ['a synonym', 'webhook', 'Receiving callbacks'],
  ['a typing error in a synonym', 'webhok', 'Receiving callbacks'],
  ['a keyword that the page does not contain', 'nextjs', 'Receiving callbacks'],
  ['another form of a word', 'cancel task', 'Cancelling a task'],
  ['a question', 'how do I cancel a task?', 'Cancelling a task'],
  ['a field', 'return_last_frame', 'Submit a video generation'],
  ['a part of a field', 'last frame', 'Submit a video generation'],
  ['the start of a word', 'gener', 'Submit a video generation'],
  ['a keyword of several words', 'score of a piano key', 'Practice'],
])('%s finds its page first: %s', (_, query, title) => {
  expect(engine.search(query, 5)[0]?.page.title).toBe(title);
});

test('a field is listed as a section of its page', () => {
  const [first] = engine.search('return_last_frame', 1);
  expect(first?.sections.map(({ anchor }) => anchor)).toEqual(['body-return_last_frame']);
});

test('sections with the same title are listed once', () => {
  const section = (anchor: string) => ({ anchor, title: 'id', text: 'Id of the planet.' });
  const planets = new SearchEngine([page('Planets', '', { sections: [section('a'), section('b')] })]);
  expect(planets.search('planet id', 1)[0]?.sections.map(({ anchor }) => anchor)).toEqual(['a']);
});

test('no page is listed twice, and stop words alone find nothing', () => {
  const titles = engine.search('task', 10).map((result) => result.page.title);
  expect(titles).toHaveLength(3);
  expect(new Set(titles).size).toBe(titles.length);
  expect(engine.search('how to do the', 10)).toEqual([]);
});

test.each([
  ['cancelling', 'cancel'],
  ['cancelled', 'cancel'],
  ['cancel', 'cancel'],
  ['retries', 'retry'],
  ['retry', 'retry'],
  ['uploads', 'upload'],
  ['process', 'proces'],
  ['image', 'imag'],
  ['images', 'imag'],
  ['the', null],
])('%s is indexed as %s', (word, term) => {
  expect(normalizeTerm(word)).toBe(term);
});
