// Checked by tsc, never run: an expected error that does not occur fails the type check.
import type * as Theirs from 'openapi-fetch';
import type * as Ours from '../src/index.ts';
import createClient, { createPathBasedClient } from '../src/index.ts';
import type { Paths } from './support.ts';

type IsEqual<TLeft, TRight> =
  (<T>() => T extends TLeft ? 1 : 2) extends <T>() => T extends TRight ? 1 : 2 ? true : false;
/** Compiles only if its argument is true. */
type Expect<TTrue extends true> = TTrue;

const client = createClient<Paths>({ baseUrl: 'https://shop.example' });

export async function readItems(): Promise<readonly string[]> {
  const { data, error } = await client.GET('/items', { params: { query: {} } });
  if (data) return data.items;
  const code: string = error.code;
  return [code];
}

export async function readItem(): Promise<number | string> {
  const { data, error } = await client.GET('/items/{id}', { params: { path: { id: 1 } } });
  if (error) return error.title;
  return typeof data === 'string' ? data : data.id;
}

interface Version {
  v: string;
}
interface DefaultOnly {
  '/v': {
    get: { responses: { 400: { content?: never }; default: { content: { 'application/json': Version } } } };
  };
}

export async function readDefault(): Promise<string> {
  const { data } = await createClient<DefaultOnly>().GET('/v');
  return data?.v ?? '';
}

// @ts-expect-error there is no such path
client.GET('/unknown');
// @ts-expect-error the path has no such method
client.PUT('/items');
// @ts-expect-error a required parameter is missing
client.GET('/items/{id}');
// @ts-expect-error the type of a parameter differs
client.GET('/items/{id}', { params: { path: { id: 'a' } } });
// @ts-expect-error the body is missing
client.POST('/items');
// @ts-expect-error a member of the body is missing
client.POST('/items', { body: {} });
// @ts-expect-error there is no such reader
client.GET('/items', { params: { query: {} }, parseAs: 'xml' });
// @ts-expect-error middleware has at least one callback
client.use({});

const paths = createPathBasedClient<Paths>();
paths['/items'].POST({ body: { name: 'a' } });
// @ts-expect-error the path has no such method
paths['/items/{id}'].POST();

type Get = Paths['/items']['get'];
type Post = Paths['/items']['post'];
type GetItem = Paths['/items/{id}']['get'];
type JsonOnly = 'application/json';

export type Equalities = [
  Expect<IsEqual<Ours.ParamsOption<GetItem>, Theirs.ParamsOption<GetItem>>>,
  Expect<IsEqual<Ours.ParamsOption<Post>, Theirs.ParamsOption<Post>>>,
  Expect<IsEqual<Ours.RequestBodyOption<Get>, Theirs.RequestBodyOption<Get>>>,
  Expect<IsEqual<Ours.RequestBodyOption<Post>, Theirs.RequestBodyOption<Post>>>,
  Expect<
    IsEqual<Ours.FetchResponse<GetItem, object, JsonOnly>, Theirs.FetchResponse<GetItem, object, JsonOnly>>
  >,
  Expect<
    IsEqual<
      Ours.FetchResponse<Post, object, Ours.MediaType>,
      Theirs.FetchResponse<Post, object, `${string}/${string}`>
    >
  >,
  Expect<
    IsEqual<
      Ours.MethodResponse<Ours.Client<Paths>, 'get', '/items'>,
      Theirs.MethodResponse<Theirs.Client<Paths>, 'get', '/items'>
    >
  >,
  Expect<
    IsEqual<
      Ours.ClientPathsWithMethod<typeof client, 'delete'>,
      Theirs.ClientPathsWithMethod<Theirs.Client<Paths>, 'delete'>
    >
  >,
];

// Options and middleware of one package are those of the other.
export const options = (theirs: Theirs.ClientOptions): Ours.ClientOptions => theirs;
export const optionsBack = (ours: Ours.ClientOptions): Theirs.ClientOptions => ours;
export const middleware = (theirs: Theirs.Middleware): Ours.Middleware => theirs;
export const middlewareBack = (ours: Ours.Middleware): Theirs.Middleware => ours;
