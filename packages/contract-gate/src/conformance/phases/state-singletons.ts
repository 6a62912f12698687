// Checks resources that exist once, such as the settings of an account: paths without an id that are read and changed.
import type { Operation } from '@keyframe/openapi-model';
import { isItemPath } from '@keyframe/openapi-resources';
import type { RunContext } from '../behavior/context.ts';
import { ResourceClient } from '../behavior/resource-client.ts';
import type { Collection } from '../resources/collections.ts';
import { parentSegments, type Resource } from '../resources/resource.ts';
import { checkPatches, checkPut } from './state-updates.ts';

/** Changes every singleton and checks the result. */
export async function checkSingletons(context: RunContext): Promise<void> {
  const { operations, session } = context;
  for (const { path, read, replace, merge } of session.resources.singles) {
    const select = (operation: Operation | undefined) => operations.find((one) => one === operation);
    const [put, patch] = [select(replace), select(merge)];
    const isSingleton = !isItemPath(path) && operations.includes(read) && (put || patch);
    if (isSingleton && !session.isOver) await checkSingleton(context, { path, read, put, patch });
  }
}

async function checkSingleton(
  context: RunContext,
  { path, read, put, patch }: { path: string; read: Operation } & Pick<Collection, 'patch' | 'put'>,
): Promise<void> {
  const collection: Collection = {
    itemPath: path,
    parameter: '',
    create: undefined,
    list: undefined,
    read,
    patch,
    put,
    remove: undefined,
    isUnread: false,
    actions: [],
    link: undefined,
    idPath: undefined,
    chosenId: undefined,
    idParameter: undefined,
    idProperty: undefined,
    conventions: context.session.conventions,
  };
  const client = new ResourceClient(context, collection);
  const resource = await bindSingleton(context, collection, read);
  if (!resource) return;
  await checkPatches(client, resource);
  await checkPut(client, resource);
}

async function bindSingleton(
  { plans, pool }: RunContext,
  collection: Collection,
  read: Operation,
): Promise<Resource | undefined> {
  const [template] = plans.best(read);
  const bound = template && (await pool.bind(template));
  if (!bound) return undefined;
  const segments = new Map(parentSegments({ operation: read, draft: bound }));
  return { collection, segments, created: undefined };
}
