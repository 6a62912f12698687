// Mutants that let in whom they should not, or fall over what they should refuse.
import type { Behavior } from './behavior.ts';
import { readJson } from './read-request.ts';
import type { Mutant } from './shop.ts';
import type { Reply, ShopRequest } from './shop-http.ts';

const OWNERS: Readonly<Record<string, string>> = {
  'key-of-ada': 'ada',
  'key-of-bob': 'bob',
  'key-to-read': 'ada',
};

function owning(name: string, owner: (authorization: string | undefined) => string | undefined): Mutant {
  return {
    name,
    change(behavior) {
      const own = behavior.owner;
      behavior.owner = (request) => own(request) ?? owner(request.headers.authorization);
    },
  };
}

function reading(name: string, change: (request: ShopRequest) => ReturnType<Behavior['readBody']>): Mutant {
  return { name, change: (behavior) => (behavior.readBody = change) };
}

const asJson = (request: ShopRequest) =>
  readJson({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } });
const CRASH: Reply = { status: 500, body: { code: 'internal', message: 'Failed.' } };

// Answers what an operation does when the request is of a kind.
function failing(name: string, isHit: (request: ShopRequest) => boolean, reply: Reply = CRASH): Mutant {
  return {
    name,
    change(behavior) {
      const { handle } = behavior;
      behavior.handle = (request) => (isHit(request) ? reply : handle(request));
    },
  };
}

const text = ({ bytes }: ShopRequest) => bytes.toString();

export const SECURITY_MUTANTS: readonly Mutant[] = [
  owning('nobody needs a key', () => 'ada'),
  owning('a missing key is accepted', (authorization) => (authorization === undefined ? 'ada' : undefined)),
  owning('an empty key is accepted', (authorization) =>
    /^Bearer\s*$/i.test(authorization ?? '-') ? 'ada' : undefined,
  ),
  owning('any key is accepted', (authorization) =>
    /^Bearer \S/i.test(authorization ?? '') ? 'ada' : undefined,
  ),
  owning('the beginning of a key is accepted', (authorization) =>
    authorization !== undefined && authorization.length > 12 && 'Bearer key-of-ada'.startsWith(authorization)
      ? 'ada'
      : undefined,
  ),
  owning('a key with more behind it is accepted', (authorization) =>
    authorization?.startsWith('Bearer key-of-ada') ? 'ada' : undefined,
  ),
  owning('a key without its scheme is accepted', (authorization) => OWNERS[authorization ?? '']),
  owning(
    'another scheme is accepted',
    (authorization) => OWNERS[/^\w+ ([\w-]+)$/.exec(authorization ?? '')?.[1] ?? ''],
  ),
  owning('a key in capitals is accepted', (authorization) =>
    authorization?.toLowerCase() === 'bearer key-of-ada' ? 'ada' : undefined,
  ),
  { name: 'a key that only reads may write', change: (behavior) => (behavior.mayWrite = () => true) },
  {
    name: 'a key that only reads may delete',
    change: (behavior) => {
      const { mayWrite } = behavior;
      behavior.mayWrite = (request) => request.method === 'DELETE' || mayWrite(request);
    },
  },
  {
    name: 'the list shows the items of others',
    change: (behavior) => {
      const { sees } = behavior;
      behavior.handle = wrapped(behavior, (request) => {
        behavior.sees = request.path === '/items' ? () => true : sees;
      });
    },
  },
  {
    name: 'others may delete',
    change: (behavior) => {
      const { sees } = behavior;
      behavior.handle = wrapped(behavior, (request) => {
        behavior.sees = request.method === 'DELETE' ? () => true : sees;
      });
    },
  },
  {
    name: 'others may patch',
    change: (behavior) => {
      const { sees } = behavior;
      behavior.handle = wrapped(behavior, (request) => {
        behavior.sees = request.method === 'PATCH' ? () => true : sees;
      });
    },
  },
  {
    name: 'others may read notes',
    change: (behavior) => {
      const { sees } = behavior;
      behavior.handle = wrapped(behavior, (request) => {
        behavior.sees = request.path.includes('/notes') ? () => true : sees;
      });
    },
  },
  failing('TRACE echoes', ({ method }) => method === 'TRACE', 'hang'),
];

function wrapped({ handle }: Behavior, before: (request: ShopRequest) => void): Behavior['handle'] {
  return (request) => {
    before(request);
    return handle(request);
  };
}

const ECHO = SECURITY_MUTANTS.at(-1);
if (ECHO) {
  ECHO.change = (behavior) => {
    const { handle } = behavior;
    behavior.handle = (request) =>
      request.method === 'TRACE'
        ? {
            status: 200,
            headers: { 'content-type': 'message/http' },
            raw: Buffer.from(JSON.stringify(request.headers)),
          }
        : handle(request);
  };
}

export const ROBUSTNESS_MUTANTS: readonly Mutant[] = [
  failing('an empty body is a 500', ({ bytes, method }) => method === 'POST' && bytes.length === 0),
  failing(
    'broken JSON is a 500',
    ({ bytes, method }) => method === 'POST' && bytes.length > 1 && !/[}\]]\s*$/.test(bytes.toString()),
  ),
  failing('an array is a 500', (request) => request.method === 'POST' && /^\s*\[/.test(text(request))),
  failing('null is a 500', (request) => request.method === 'POST' && text(request) === 'null'),
  failing('deep nesting is a 500', (request) => text(request).includes('[[[[[[[[')),
  failing('deep objects are a 500', (request) => text(request).includes('{"a":{"a":{"a":')),
  failing('a NUL is a 500', (request) => text(request).includes('\\u0000')),
  failing('a lone surrogate is a 500', (request) => text(request).includes('\\ud800')),
  failing('broken UTF-8 is a 500', ({ bytes }) => bytes.includes(0xff)),
  failing('a broken escape is a 500', ({ path }) => /%(?![0-9a-f]{2})/i.test(path)),
  failing('a broken escape in a query is a 500', ({ query }) =>
    [...query.values(), ...query.keys()].some((value) => value.includes('\ufffd')),
  ),
  failing('an encoded NUL is a 500', ({ path }) => path.includes('%00')),
  failing('a long path is a 500', ({ path }) => path.length > 2_000),
  failing('a large body is a 500', ({ isTooLong }) => isTooLong),
  failing(
    'a missing Content-Type is a 500',
    ({ method, headers }) => method === 'POST' && headers['content-type'] === undefined,
  ),
  failing('a prototype is a 500', (request) => text(request).includes('__proto__')),
  failing('a huge number is a 500', (request) => text(request).includes('1e999')),
  failing('an emoji is a 500', (request) => text(request).includes('\u{1F600}')),
  failing('a zero is a 500', (request) => /"price":0[,}]/.test(text(request))),
  failing('a large offset is a 500', ({ query }) => Number(query.get('offset')) > 500),
  failing('a broken body hangs', (request) => request.method === 'POST' && text(request) === 'NaN', 'hang'),
  failing('an error shows its stack', (request) => text(request) === 'NaN', {
    status: 400,
    body: { code: 'bad_request', message: 'SyntaxError\n    at JSON.parse (/srv/shop/server.js:10:5)' },
  }),
  reading('any media type is read as JSON', asJson),
  reading('a charset is refused', (request) =>
    /charset/i.test(request.headers['content-type'] ?? '')
      ? { reply: { status: 415, body: { code: 'unsupported_media_type', message: 'No.' } } }
      : readJson(request),
  ),
  reading('a media type in capitals is refused', (request) =>
    /[A-Z]{4}/.test(request.headers['content-type']?.split(';')[0] ?? '')
      ? { reply: { status: 415, body: { code: 'unsupported_media_type', message: 'No.' } } }
      : readJson(request),
  ),
  reading('text behind JSON is ignored', (request) => {
    const body = request.bytes.toString();
    const end = body.lastIndexOf('}') + 1;
    return readJson(
      end > 0 && body.length < 2_000_000
        ? { ...request, bytes: request.bytes.subarray(0, Buffer.byteLength(body.slice(0, end))) }
        : request,
    );
  }),
  reading('comments in JSON are ignored', (request) =>
    readJson({ ...request, bytes: Buffer.from(request.bytes.toString().replace(/^\/\*.*?\*\//, '')) }),
  ),
  reading('broken UTF-8 is replaced', (request) =>
    readJson({ ...request, bytes: Buffer.from(request.bytes.toString()) }),
  ),
];
