// The types of openapi-client and those of openapi-typescript accept each other, so code may use either. Types of
// a client have no shared path items: the operations of webhooks are part of the webhooks. The stream is compared without
// its responses: openapi-typescript does not know items, so a stream is text to it.
import type { components, operations, paths } from '../src/generated/types.ts';
import type * as other from '../src/generated/types-of-openapi-typescript.ts';

type Mutual<TOne, TOther> = [TOne] extends [TOther] ? ([TOther] extends [TOne] ? true : false) : false;

function assertType<_T extends true>(): void {}

type Stream = '/v1/tasks/{id}/events';
type WithoutStream<TOperations> = Omit<TOperations, 'streamTaskEvents'>;
type WithoutItems<TComponents extends { responses: object }> = Omit<
  TComponents,
  'pathItems' | 'responses'
> & {
  responses: Omit<TComponents['responses'], 'TaskEvents'>;
};

assertType<Mutual<Omit<paths, Stream>, Omit<other.paths, Stream>>>();
assertType<Mutual<Omit<paths[Stream], 'get'>, Omit<other.paths[Stream], 'get'>>>();
assertType<Mutual<WithoutItems<components>, WithoutItems<other.components>>>();
assertType<Mutual<WithoutStream<operations>, WithoutStream<Pick<other.operations, keyof operations>>>>();
assertType<
  Mutual<operations['streamTaskEvents']['parameters'], other.operations['streamTaskEvents']['parameters']>
>();
// @ts-expect-error Types that differ are not mutual.
assertType<Mutual<paths, other.components>>();
