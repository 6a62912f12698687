// The names that the index of a client exports besides those of its document.

import { getLocalName, listNames, reference } from '@keyframe/openapi-codegen';
import { readModel } from '@keyframe/openapi-model';
import { SHARED_NAMES, TYPE_NAMES, WEBHOOK_NAMES, WORK_NAMES } from '../describe/runtime-names.ts';
import { planClient } from '../plan.ts';
import { emitClient } from './emit-client.ts';
import { emitWebhooks } from './emit-webhooks.ts';

const OPERATION = { requestBody: { content: { 'application/json': { schema: {} } } }, responses: {} };
const CALLBACK = { post: { ...OPERATION, callbacks: { a: { '/': { post: OPERATION } } } } };
const SAMPLE = {
  openapi: '3.1.1',
  info: { title: '', version: '' },
  servers: [{ url: 'https://a.example' }],
  paths: { '/': CALLBACK },
  webhooks: { a: { post: OPERATION } },
};

/** Lists the names that no name of a document may become. */
export function listReserved(): string[] {
  const plan = planClient(readModel(SAMPLE, ''), { groupByTag: false });
  const declared = listNames([emitClient(plan), ...Object.values(emitWebhooks(plan, {}))])
    .filter((name) => 'declares' in name)
    .map(getLocalName);
  const exported = [SHARED_NAMES, WORK_NAMES, WEBHOOK_NAMES, TYPE_NAMES].flat();
  return [
    ...declared.filter((declaration) =>
      plan.messages.every(({ name, payload }) => declaration !== name && declaration !== payload),
    ),
    ...exported.map((specifier) => getLocalName(reference('', specifier))),
  ];
}
