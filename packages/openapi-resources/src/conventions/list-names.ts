import type { Convention } from './convention.ts';

/** Meanings of the parameters of lists, and of the properties of pages. */
export const LIST_NAMES = {
  items: {
    meaning: 'Property with the items of a list, if several properties are lists.',
    names: ['data', 'items', 'results', 'entries', 'records', 'values', 'elements', 'list'],
  },
  limit: {
    meaning: 'Query parameter for the maximum number of items on a page.',
    names: [
      ...['limit', 'page size', 'per page', 'page limit', 'max results', 'first', 'top', 'size', 'count'],
    ],
  },
  offset: {
    meaning: 'Query parameter for the number of items to skip.',
    names: ['offset', 'skip', 'start', 'from', 'start index', 'first result', 'page offset'],
  },
  page: {
    meaning: 'Query parameter, or property beside a total, for the number of a page.',
    names: ['page', 'page number', 'page index', 'page no'],
  },
  cursor: {
    meaning: 'Query parameter for the cursor of the next page, which only the server knows.',
    names: [
      ...['cursor', 'after', 'page token', 'page cursor', 'page after', 'starting after', 'after id'],
      ...['after cursor', 'continuation', 'continuation token', 'continuation cursor', 'next'],
      ...['next token', 'next cursor', 'marker'],
    ],
  },
  lastIdCursor: {
    meaning: 'Cursor parameter that takes the id of the last item of the page before.',
    names: ['starting after', 'after id'],
  },
  afterItem: {
    meaning:
      'Cursor parameter that takes the id of the last item if the response has a flag such as `has_more`, but no cursor.',
    names: ['after', 'starting after', 'after id'],
  },
  nextCursor: {
    meaning: 'Response property or header that holds the cursor or the URL of the next page.',
    names: [
      ...['next', 'next cursor', 'next token', 'next marker', 'next after', 'next page'],
      ...['next page token', 'next page cursor', 'next page after', 'next page marker', 'end cursor'],
      ...['end after', 'end marker', 'end token', 'cursor', 'continuation', 'continuation token'],
    ],
  },
  pageEnd: {
    meaning: 'Response property with the end of the page, after which the next one begins if `hasMore`.',
    names: ['last id', 'end cursor', 'next offset'],
  },
  nextUrl: {
    meaning: 'Response property with the URL of the next page.',
    names: [
      ...['next url', 'next uri', 'next link', 'next href', 'odata next link'],
      ...['next page url', 'next page uri', 'next page link', 'next page href'],
    ],
  },
  otherPage: {
    meaning: 'Response property with a link or cursor of a page before, which is empty on the first one.',
    names: [
      ...['prev', 'previous', 'prev page', 'previous page', 'prev cursor', 'previous cursor'],
      ...['prev token', 'previous token', 'prev page token', 'previous page token', 'page token'],
      ...['prev url', 'previous url', 'prev uri', 'previous uri', 'prev link', 'previous link'],
      ...['prev href', 'previous href', 'prev page url', 'previous page url', 'start cursor'],
    ],
  },
  hasMore: {
    meaning: 'Response property that is true if there is a next page.',
    names: ['has more', 'has next', 'has next page'],
  },
  hasPrevious: {
    meaning: 'Property beside a total that is true if there is a previous page.',
    names: ['has prev', 'has previous', 'has prev page', 'has previous page'],
  },
  isFirst: {
    meaning: 'Property beside a total that is true on the first page.',
    names: ['first', 'first page', 'is first', 'is first page'],
  },
  isLast: {
    meaning: 'Property beside a total that is true on the last page.',
    names: ['last', 'last page', 'is last', 'is last page'],
  },
  isEmpty: {
    meaning: 'Property beside a total that is true on an empty page.',
    names: ['empty', 'is empty'],
  },
  total: {
    meaning: 'Response property for the number of items on all pages.',
    names: [
      ...['total', 'total count', 'total items', 'total results', 'total elements', 'total size'],
      ...['total records'],
    ],
  },
  count: {
    meaning: 'Response property for the number of items on all pages, or on the page beside a total.',
    names: ['count'],
  },
  pageCount: {
    meaning: 'Response property for the number of items on the page.',
    names: ['size', 'number of items', 'number of elements', 'returned'],
  },
  totalPages: {
    meaning: 'Response property for the number of pages.',
    names: ['total pages', 'num pages', 'page count', 'pages'],
  },
  lastPage: { meaning: 'Property beside a total for the number of the last page.', names: ['last page'] },
  currentPage: {
    meaning: 'Property beside a total for the number of the page.',
    names: ['current page', 'number'],
  },
  search: {
    meaning: 'Query parameter for a full-text search.',
    names: [
      ...['q', 'query', 'search', 'search term', 'search text', 'search query', 'term', 'keyword'],
      ...['keywords'],
    ],
  },
  sort: {
    meaning: 'Query parameter for the order of a list.',
    names: [
      ...['sort', 'sort by', 'order', 'order by', 'sorting', 'ordering', 'sort field', 'sort key'],
      ...['sort column', 'order field', 'order key', 'order column'],
    ],
  },
  direction: {
    meaning: 'Query parameter for the direction of an order, with an enum such as `asc` and `desc`.',
    names: [
      ...['dir', 'direction', 'sort dir', 'sort direction', 'sort order', 'sort type'],
      ...['order dir', 'order direction', 'order type'],
    ],
  },
  lowerBound: {
    meaning:
      'Word at the start or end of a parameter, or key of a `deepObject` parameter, for the lower bound of a range.',
    names: ['from', 'after', 'since', 'start', 'min', 'minimum', 'gt', 'gte', 'ge'],
  },
  upperBound: {
    meaning: 'Word for the upper bound of a range.',
    names: ['to', 'before', 'until', 'end', 'max', 'maximum', 'lt', 'lte', 'le'],
  },
  inclusiveBound: {
    meaning: 'Word for a bound that belongs to its range.',
    names: ['min', 'max', 'minimum', 'maximum', 'gte', 'lte', 'ge', 'le'],
  },
  exclusiveBound: { meaning: 'Word for a bound that does not belong to its range.', names: ['gt', 'lt'] },
  openBound: {
    meaning: 'Word for a bound that may belong to its range; in the mock, it does not.',
    names: ['after', 'before'],
  },
  timeSuffix: {
    meaning: 'Suffix of a time that a parameter omits: `created_after` filters `createdAt`.',
    names: ['at', 'on', 'date', 'time'],
  },
} as const satisfies Readonly<Record<string, Convention>>;
