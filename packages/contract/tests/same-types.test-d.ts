// The types of openapi-client and those of openapi-typescript accept each other, so code may use either. Types of
// a client have no shared path items: the operations of webhooks are part of the webhooks.
import type { components, operations, paths } from '../src/generated/types.ts';
import type * as other from '../src/generated/types-of-openapi-typescript.ts';

type Mutual<TOne, TOther> = [TOne] extends [TOther] ? ([TOther] extends [TOne] ? true : false) : false;

function assertType<_T extends true>(): void {}

assertType<Mutual<paths, other.paths>>();
assertType<Mutual<Omit<components, 'pathItems'>, Omit<other.components, 'pathItems'>>>();
assertType<Mutual<operations, Pick<other.operations, keyof operations>>>();
// @ts-expect-error Types that differ are not mutual.
assertType<Mutual<paths, other.components>>();
