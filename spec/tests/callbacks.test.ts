import { expect, test } from 'vitest';
import { conforms, contract, operation } from './contract.ts';

const EVENTS = { taskCompleted: 'TaskCompletedEvent', taskFailed: 'TaskFailedEvent' };
const IDENTITY = { id: 'task_1', created_at: 1795172400, model: 'video-2-0' };
const COMPLETED = {
  ...IDENTITY,
  status: 'completed',
  data: { results: [], video_expires_at: '2026-11-21T11:01:07Z', last_frame_url: null, processing_time: 1 },
};
const FAILED = { ...IDENTITY, status: 'failed', data: { failed_reason: 'timed_out', credits_refunded: 0 } };

/** Lists copies of a valid event, each without one of its fields. */
function incomplete(event: typeof COMPLETED | typeof FAILED): unknown[] {
  const omit = (object: object, field: string) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== field));
  return [
    ...Object.keys(event).map((field) => omit(event, field)),
    ...Object.keys(event.data).map((field) => ({ ...event, data: omit(event.data, field) })),
  ];
}

test('EVT-1 the only events are taskCompleted and taskFailed, which differ in their status', () => {
  expect(Object.keys(contract.webhooks)).toEqual(Object.keys(EVENTS));
  expect(conforms('TaskCompletedEvent', { ...COMPLETED, status: 'failed' })).toBe(false);
  expect(conforms('TaskFailedEvent', { ...FAILED, status: 'completed' })).toBe(false);
});

test.each(Object.entries(EVENTS))(
  'EVT-1 the callback %s is the webhook, at callback_url',
  (event, schema) => {
    const callbacks = operation('createVideoGeneration').callbacks ?? {};
    expect(Object.keys(callbacks)).toEqual(Object.keys(EVENTS));
    expect(Object.keys(callbacks[event] ?? {})).toEqual(['{$request.body#/callback_url}']);

    const callback = callbacks[event]?.['{$request.body#/callback_url}']?.post;
    const webhook = contract.webhooks[event]?.post;
    expect(callback).toEqual({ ...webhook, operationId: `${event}Callback` });
    expect(webhook?.requestBody?.content['application/json']?.schema).toBe(
      contract.components.schemas[schema],
    );
  },
);

test.each(Object.keys(EVENTS))('%s is signed as Standard Webhooks requires', (event) => {
  const headers = operation(event).parameters?.map(({ name, in: location, required }) => ({
    name,
    location,
    required,
  }));
  expect(headers).toEqual([
    { name: 'webhook-id', location: 'header', required: true },
    { name: 'webhook-timestamp', location: 'header', required: true },
    { name: 'webhook-signature', location: 'header', required: true },
  ]);
});

test('EVT-2 the completion callback holds the task and its result', () => {
  expect(conforms('TaskCompletedEvent', COMPLETED)).toBe(true);
  for (const event of incomplete(COMPLETED)) {
    expect(conforms('TaskCompletedEvent', event), JSON.stringify(event)).toBe(false);
  }
});

test('EVT-3 the failure callback holds the task, the reason and the credits refunded', () => {
  expect(conforms('TaskFailedEvent', FAILED)).toBe(true);
  for (const event of incomplete(FAILED)) {
    expect(conforms('TaskFailedEvent', event), JSON.stringify(event)).toBe(false);
  }
  for (const data of [{ failed_reason: null }, { credits_refunded: 0.5 }, { credits_refunded: -1 }]) {
    expect(conforms('TaskFailedEvent', { ...FAILED, data: { ...FAILED.data, ...data } })).toBe(false);
  }
});

test.each(Object.keys(EVENTS))(
  'EVT-4 %s expects 200, takes any 2xx, and retries after anything else',
  (event) => {
    expect(Object.keys(operation(event).responses)).toEqual(['200', '2XX', '3XX', '4XX', '5XX']);
  },
);
