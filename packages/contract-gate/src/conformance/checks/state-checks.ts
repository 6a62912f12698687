import type { Check } from './check.ts';

const check = (id: string, title: string, explanation: string): Check => ({
  id,
  title,
  explanation,
  severity: 'error',
});

export const CREATED_DIFFERS = check(
  'created-differs',
  'What was created does not read back as it was sent',
  'A member that the request named, and that the response describes, came back with another value, or not at all. Mark what is never shown as `writeOnly`.',
);
export const DEFAULT_NOT_APPLIED = check(
  'default-not-applied',
  'A documented default was not applied',
  'The request left the member out, and the resource does not show the default of its schema.',
);
export const ID_REUSED = check(
  'id-reused',
  'An id was given twice',
  'Two resources have the same id, or a deleted one’s: whoever kept it now sees another.',
);
export const LOCATION_UNREADABLE = check(
  'location-unreadable',
  'The URL in Location does not lead to the resource',
  'A creation names the URL of what it made, and a GET of it does not answer with that resource (RFC 9110, section 10.2.2).',
);
export const LINK_UNRESOLVABLE = check(
  'link-unresolvable',
  'A documented link does not lead anywhere',
  'The runtime expression of a link has no value in the response, or the operation that it leads to does not succeed with it.',
);
export const READ_FAILS = check(
  'read-fails',
  'What was created cannot be read',
  'The operation that reads the resource refuses the id that the creation answered.',
);
export const READ_CHANGES = check(
  'read-changes',
  'Reading a resource changes it',
  'Members differ after each read, though nobody wrote. GET is safe (RFC 9110, section 9.2.1): caches and crawlers repeat it at will.',
);
export const UPDATE_LOST = check(
  'update-lost',
  'An update was not stored',
  'The update succeeded, and its response or a later read does not show what it sent.',
);
export const UPDATE_SPILLS = check(
  'update-spills',
  'An update changed what it did not name',
  'A PATCH changes the members that it names and keeps the others; id and owner stay as they are.',
);
export const PUT_KEEPS = check(
  'put-keeps',
  'A PUT kept what it left out',
  'A PUT replaces the resource (RFC 9110, section 9.3.4): a member that it leaves out is gone, or has its default.',
);
export const DELETED_READABLE = check(
  'deleted-readable',
  'What was deleted is still there',
  'A resource that was deleted is not found by any operation any more.',
);
export const DELETE_REFUSED = check(
  'delete-refused',
  'A resource cannot be deleted',
  'The resource exists, and its deletion does not find it.',
);
export const DELETED_TWICE = check(
  'deleted-twice',
  'A resource was deleted twice',
  'The second deletion succeeded although the operation documents 404 for what is not there.',
);
export const DELETE_SPILLS = check(
  'delete-spills',
  'A deletion removed another resource',
  'A resource that nobody deleted is gone.',
);
export const UNKNOWN_FOUND = check(
  'unknown-found',
  'A resource that nobody made was found',
  'An id that was never given answers as if there were such a resource.',
);
export const LIST_MISSES = check(
  'list-misses',
  'A created resource is missing from a list',
  'Walking all pages does not show a resource that exists.',
);
export const LIST_REPEATS = check(
  'list-repeats',
  'A list shows a resource twice',
  'Walking all pages shows a resource more than once.',
);
export const LIST_ITEM_DIFFERS = check(
  'list-item-differs',
  'A list shows a resource otherwise than its own page',
  'The same members of the same resource have different values.',
);
export const LIST_UNSTABLE = check(
  'list-unstable',
  'A list changes its order',
  'The same list, asked for twice with nothing written in between, came in another order.',
);
export const PAGE_TOO_LONG = check(
  'page-too-long',
  'A page holds more items than were asked for',
  'The parameter that limits a page, or its default, was not kept to.',
);
export const PAGE_TOO_SHORT = check(
  'page-too-short',
  'A page holds fewer items than there are',
  'The list has more items, the limit allows more, and the page ends early.',
);
export const TOTAL_WRONG = check(
  'total-wrong',
  'The total is not the number of items',
  'What the body or `X-Total-Count` calls the total differs from the number of items on all pages, with a filter of those that it lets through.',
);
export const FILTER_IGNORED = check(
  'filter-ignored',
  'A filter lets other items through',
  'The query asks for one value of a member, and items with another value were shown; or a search for a text that no item contains returned all of them.',
);
export const FILTER_MISSES = check(
  'filter-misses',
  'A filtered list lacks an item',
  'An item that has the value which the query asks for is not in the list.',
);
export const FOREIGN_VISIBLE = check(
  'foreign-visible',
  'A resource of another owner is visible',
  'Another owner’s credentials read, list or reach a resource that is not theirs.',
);
export const FOREIGN_CHANGED = check(
  'foreign-changed',
  'A resource of another owner was changed',
  'Another owner’s credentials changed or deleted a resource that is not theirs.',
);
export const READ_ONLY_TAKEN = check(
  'read-only-taken',
  'A request set a readOnly property',
  'What is `readOnly` is the server’s to say: a request that names it is refused, or the member ignored.',
);
export const REFUSED_DONE = check(
  'refused-done',
  'A request was refused and carried out all the same',
  'The response was a 4xx, and a later read shows what the request asked for, or a part of it. Check everything before anything is stored.',
);
export const ETAG_STALE = check(
  'etag-stale',
  'A changed resource still has its ETag',
  'A strong ETag is another one for every representation (RFC 9110, section 8.8.1), and a conditional GET of what has changed is not answered with 304: otherwise caches keep what is out of date, and `If-Match` lets a lost update through.',
);
export const CONDITION_IGNORED = check(
  'condition-ignored',
  'A condition of a request was not kept to',
  'The document has `If-Match` and 412, or `If-None-Match` and 304 (RFC 9110, section 13). An update with the ETag of an earlier version was carried out, which loses what another client has changed; or one with the ETag of the resource was refused, or what has not changed was sent again.',
);
export const PUT_STATUS = check(
  'put-status',
  'A PUT does not say whether it created',
  'The document has 201 and another success. A PUT that creates the resource returns 201, and one that replaces it 200 or 204 (RFC 9110, section 9.3.4).',
);
export const ORDER_IGNORED = check(
  'order-ignored',
  'A list is in another order than was asked for',
  'The query asks for an order that the document lists, and the items of all pages together are in another one. Sort before the list is cut into pages.',
);
export const FILE_DIFFERS = check(
  'file-differs',
  'A file was not returned as it was stored',
  'A PUT stored a body that is no JSON, and the GET of the same path returned other bytes: read as text, cut off, or not stored.',
);
