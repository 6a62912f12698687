import type { MediaType } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { chooseMedia } from './choose-media.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const CASES: { documented: string[]; accept?: string; type: string | undefined }[] = [
  { documented: ['text/csv', 'application/json'], type: 'application/json' },
  { documented: ['text/csv', 'application/xml'], type: 'text/csv' },
  { documented: ['text/csv', 'application/json'], accept: '', type: 'application/json' },
  { documented: ['text/csv', 'application/json'], accept: 'nothing', type: 'application/json' },
  { documented: ['text/csv', 'application/json'], accept: '*/*', type: 'application/json' },
  { documented: ['application/json', 'text/csv'], accept: 'text/*', type: 'text/csv' },
  { documented: ['application/json', 'text/csv'], accept: '*/*, text/csv', type: 'text/csv' },
  { documented: ['application/json', 'text/csv'], accept: 'text/csv, application/json', type: 'text/csv' },
  {
    documented: ['application/json', 'text/csv'],
    accept: 'text/csv;q=0.5, application/json',
    type: 'application/json',
  },
  { documented: ['application/json', 'application/xml'], accept: BROWSER, type: 'application/xml' },
  { documented: ['application/json', 'text/csv'], accept: BROWSER, type: 'application/json' },
  { documented: ['application/json'], accept: 'image/png', type: undefined },
  { documented: ['application/json'], accept: 'application/json;q=0, */*', type: undefined },
  { documented: ['application/json', 'text/csv'], accept: '*/*, application/json;q=0', type: 'text/csv' },
  {
    documented: ['application/vnd.a.v2+json', 'application/vnd.a.v1+json'],
    accept: 'application/vnd.a.v1+json',
    type: 'application/vnd.a.v1+json',
  },
  {
    documented: ['application/json;version=2', 'application/json;version=1'],
    accept: 'application/json; version=1',
    type: 'application/json;version=1',
  },
  { documented: ['application/json'], accept: 'application/json; charset=utf-8', type: 'application/json' },
  { documented: ['image/*'], accept: 'image/webp', type: 'image/webp' },
  { documented: ['image/*'], accept: 'image/*', type: 'image/png' },
  { documented: ['*/*'], type: 'application/octet-stream' },
  { documented: [], type: undefined },
];

test.each(CASES)('$accept of $documented chooses $type', ({ documented, accept, type }) => {
  const content = documented.map(
    (name): MediaType => ({ name, schema: undefined, encoding: [], pointer: `/${name}` }),
  );
  expect(chooseMedia({ content }, accept)?.type).toBe(type);
});
