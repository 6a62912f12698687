// Mutants whose answers are in order one by one, but not beside each other.
import type { Item, Note } from './behavior.ts';
import type { Mutant } from './shop.ts';

let reads = 0;

export const STATE_MUTANTS: readonly Mutant[] = [
  {
    name: 'an optional member is not stored',
    change: (behavior) => (behavior.store = ({ remark: _, ...body }) => body),
  },
  {
    name: 'texts are stored in small letters',
    change: (behavior) => (behavior.store = (body) => ({ ...body, name: String(body.name).toUpperCase() })),
  },
  {
    name: 'a price is rounded',
    change: (behavior) =>
      (behavior.store = (body) => ({ ...body, price: Math.floor(Number(body.price) / 100) * 100 })),
  },
  {
    name: 'a list is sorted',
    change: (behavior) =>
      (behavior.store = (body) =>
        Array.isArray(body.tags) ? { ...body, tags: body.tags.toReversed() } : body),
  },
  {
    name: 'false is stored as true',
    change: (behavior) => (behavior.store = (body) => ({ ...body, isFeatured: true })),
  },
  {
    name: 'a default is another value',
    change: (behavior) =>
      (behavior.withDefaults = (body) => ({
        kind: 'physical',
        status: 'active',
        isFeatured: false,
        ...body,
      })),
  },
  {
    name: 'a default of a flag is turned',
    change: (behavior) =>
      (behavior.withDefaults = (body) => ({ kind: 'physical', status: 'draft', isFeatured: true, ...body })),
  },
  {
    name: 'a default overwrites what was sent',
    change: (behavior) =>
      (behavior.withDefaults = (body) => ({ kind: 'physical', isFeatured: false, ...body, status: 'draft' })),
  },
  {
    name: 'a default of a note is another',
    change: (behavior) =>
      (behavior.storeNote = (note) => ({ ...note, priority: note.priority === 5 ? 4 : note.priority })),
  },
  {
    name: 'a note is stored with blanks',
    change: (behavior) => (behavior.storeNote = (note) => ({ ...note, text: note.text.slice(0, 3) })),
  },
  {
    name: 'a patch removes what it does not name',
    change: (behavior) =>
      (behavior.patch = (item, body) => ({ ...item, remark: undefined, ...body }) as Item),
  },
  {
    name: 'a patch resets the status',
    change: (behavior) =>
      (behavior.patch = (item, body) => ({ ...item, status: 'retired', ...body }) as Item),
  },
  { name: 'a patch is not kept', change: (behavior) => (behavior.patch = (item) => item) },
  {
    name: 'a patch of false is not kept',
    change: (behavior) =>
      (behavior.patch = (item, body) =>
        ({
          ...item,
          ...body,
          isFeatured: body.isFeatured === false ? item.isFeatured : (body.isFeatured ?? item.isFeatured),
        }) as Item),
  },
  {
    name: 'a patch changes the time of creation',
    change: (behavior) =>
      (behavior.patch = (item, body) => ({ ...item, ...body, createdAt: new Date(0).toISOString() }) as Item),
  },
  {
    name: 'a put keeps omitted properties',
    change: (behavior) => (behavior.replace = (item, body) => ({ ...item, ...body }) as Item),
  },
  {
    name: 'a put forgets the defaults',
    change: (behavior) =>
      (behavior.replace = (item, body) =>
        ({
          ...behavior.withDefaults(body),
          status: body.status ?? item.status,
          id: item.id,
          owner: item.owner,
          createdAt: item.createdAt,
        }) as Item),
  },
  { name: 'a put is not kept', change: (behavior) => (behavior.replace = (item) => item) },
  { name: 'a deletion does nothing', change: (behavior) => (behavior.remove = () => undefined) },
  {
    name: 'a deletion removes the next one, too',
    change: (behavior) =>
      (behavior.remove = ({ id }) => {
        const ids = [...behavior.items.keys()];
        for (const one of [id, ids[ids.indexOf(id) - 1]]) behavior.items.delete(one ?? '');
      }),
  },
  {
    name: 'a deleted item can be read',
    change: (behavior) =>
      (behavior.remove = (item) => void behavior.items.set(item.id, { ...item, isGone: true })),
  },
  { name: 'a filter is ignored', change: (behavior) => (behavior.filter = (items) => items) },
  {
    name: 'a filter by tag is ignored',
    change: (behavior) =>
      (behavior.filter = (items, status) =>
        items.filter((item) => status === undefined || item.status === status)),
  },
  {
    name: 'a filter misses the first',
    change: (behavior) =>
      (behavior.filter = (items, status, tags) =>
        items
          .filter(
            (item) =>
              (status === undefined || item.status === status) &&
              tags.every((tag) => [item.tags].flat().includes(tag)),
          )
          .slice(status === undefined ? 0 : 1)),
  },
  {
    name: 'pages miss an item',
    change: (behavior) =>
      (behavior.page = (items, offset, limit) => items.slice(offset === 0 ? 0 : offset + 1, offset + limit)),
  },
  {
    name: 'pages repeat an item',
    change: (behavior) =>
      (behavior.page = (items, offset, limit) => items.slice(Math.max(offset - 1, 0), offset + limit)),
  },
  {
    name: 'an offset is ignored',
    change: (behavior) => (behavior.page = (items, _offset, limit) => items.slice(0, limit)),
  },
  {
    name: 'a limit is ignored',
    change: (behavior) => (behavior.page = (items, offset) => items.slice(offset)),
  },
  {
    name: 'a page has one more',
    change: (behavior) => (behavior.page = (items, offset, limit) => items.slice(offset, offset + limit + 1)),
  },
  {
    name: 'the last page is empty',
    change: (behavior) =>
      (behavior.page = (items, offset, limit) =>
        offset + limit > items.length ? [] : items.slice(offset, offset + limit)),
  },
  {
    name: 'a list is in no order',
    change: (behavior) =>
      (behavior.page = (items, offset, limit) => {
        reads += 1;
        return (reads % 7 < 3 ? items.toReversed() : items).slice(offset, offset + limit);
      }),
  },
  {
    name: 'a total counts one page',
    change: (behavior) => (behavior.total = (items) => Math.min(items.length, 2)),
  },
  { name: 'a total is one more', change: (behavior) => (behavior.total = (items) => items.length + 1) },
  {
    name: 'a page of notes misses one',
    change: (behavior) =>
      (behavior.notePage = (notes, after, limit) => {
        const rest = notes.filter(({ id }) => id > after);
        const page = rest.slice(0, limit);
        return { notes: page, next_cursor: rest.length > limit ? `n${(page.at(-1)?.id ?? 0) + 1}` : null };
      }),
  },
  {
    name: 'a page of notes repeats one',
    change: (behavior) =>
      (behavior.notePage = (notes, after, limit) => {
        const rest = notes.filter(({ id }) => id >= after);
        const page = rest.slice(0, limit);
        const isMore = rest.length > limit && limit > 1;
        return { notes: page, next_cursor: isMore ? `n${page.at(-1)?.id}` : null };
      }),
  },
  {
    name: 'the pages of notes end early',
    change: (behavior) =>
      (behavior.notePage = (notes, after, limit) => ({
        notes: notes.filter(({ id }) => id > after).slice(0, limit),
        next_cursor: null,
      })),
  },
  {
    name: 'ids are given twice',
    change: (behavior) => {
      let next = 0;
      behavior.newItemId = () => {
        next = (next + 1) % 5;
        return `it_${String(next).padStart(8, '0')}`;
      };
    },
  },
  {
    name: 'the id of a deleted note is given again',
    change: (behavior) =>
      (behavior.newNoteId = (notes: readonly Note[]) =>
        Array.from({ length: notes.length + 1 }, (_, index) => index + 1).find((id) =>
          notes.every((note) => note.id !== id),
        ) ?? 1),
  },
  {
    name: 'reading counts',
    change: (behavior) =>
      (behavior.onRead = (item) =>
        void behavior.items.set(item.id, { ...item, price: (Number(item.price) + 5) % 100_000 })),
  },
  {
    name: 'reading marks',
    change: (behavior) =>
      (behavior.etag = () => {
        reads += 1;
        return `"${reads.toString(16)}"`;
      }),
  },
  { name: 'Location leads nowhere', change: (behavior) => (behavior.location = () => '/items/it_00000000') },
  { name: 'Location leads to the list', change: (behavior) => (behavior.location = () => '/items') },
  { name: 'the items of others can be read', change: (behavior) => (behavior.sees = () => true) },
  {
    name: 'an item in the list is another',
    change: (behavior) =>
      (behavior.show = ({ secret: _, ...item }) => (reads++ % 2 === 0 ? item : { ...item, remark: 'shown' })),
  },
  {
    name: 'pages of one repeat the first item',
    change(behavior) {
      const { page } = behavior;
      behavior.page = (items, offset, limit) =>
        page(items, limit === 1 ? Math.max(offset - 1, 0) : offset, limit);
    },
  },
  {
    name: 'ETag is that of the first version',
    change: (behavior) => (behavior.etag = ({ id }) => `"${id.slice(3)}"`),
  },
  {
    name: 'every conditional GET is answered with 304',
    change(behavior) {
      const { finish } = behavior;
      behavior.finish = (reply, request) => {
        const isKnown =
          request.headers['if-none-match'] !== undefined && reply !== 'hang' && reply.status === 200;
        return isKnown ? { status: 304 } : finish(reply, request);
      };
    },
  },
];
