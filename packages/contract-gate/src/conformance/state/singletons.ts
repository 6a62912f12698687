// Judges what exists once, such as the settings of an account: a path without an id that is read and changed.
import type { Operation } from '@keyframe/openapi-model';
import { operationsByPath } from '../lowest-node.ts';
import type { PhaseContext } from '../phases/phase.ts';
import type { Collection } from '../resources/collections.ts';
import { parentSegments, type Resource } from '../resources/resource-pool.ts';
import { Subject } from './subject.ts';
import { judgePatches, judgePut } from './updates.ts';

/** Changes every singleton, and holds each read to the change. */
export async function judgeSingletons(context: PhaseContext): Promise<void> {
  for (const [path, here] of operationsByPath(context.operations)) {
    const of = (method: Operation['method']) => here.find((one) => one.method === method);
    const [read, put, patch] = [of('get'), of('put'), of('patch')];
    const isSingle = !path.endsWith('}') && read && (put || patch);
    if (isSingle && !context.session.isOver) await judgeSingleton(context, { path, read, put, patch });
  }
}

async function judgeSingleton(
  context: PhaseContext,
  { path, read, put, patch }: { path: string; read: Operation } & Pick<Collection, 'patch' | 'put'>,
): Promise<void> {
  const nothing = { create: undefined, list: undefined, remove: undefined, link: undefined };
  const collection = { ...nothing, itemPath: path, parameter: '', idMember: undefined, read, put, patch };
  const subject = new Subject(context, collection);
  const resource = await resourceAt(context, collection, read);
  if (!resource) return;
  await judgePatches(subject, resource);
  await judgePut(subject, resource);
}

async function resourceAt(
  { plans, pool }: PhaseContext,
  collection: Collection,
  read: Operation,
): Promise<Resource | undefined> {
  const [template] = plans.best(read);
  const bound = template && (await pool.bind(template));
  if (!bound) return undefined;
  const segments = new Map(parentSegments({ operation: read, draft: bound }));
  return { collection, segments, created: undefined };
}
