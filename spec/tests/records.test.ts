import { expect, test } from 'vitest';
import { conforms, operation } from './contract.ts';

const ALWAYS = { id: 'task_1', created_at: 1795172400, model: 'video-2-0', credits: 50 };
const RESULT = {
  results: ['https://videos.example.com/1.mp4'],
  video_expires_at: '2026-11-21T11:01:07Z',
  last_frame_url: null,
  processing_time: 64.2,
};
const QUEUED = { ...ALWAYS, status: 'queued', billing_status: 'reserved', failed_reason: null };
const GENERATING = { ...QUEUED, status: 'generating' };
const COMPLETED = {
  ...ALWAYS,
  status: 'completed',
  billing_status: 'charged',
  failed_reason: null,
  data: RESULT,
};
const FAILED = { ...ALWAYS, status: 'failed', billing_status: 'refunded', failed_reason: 'provider_failed' };
const RECORDS = [QUEUED, GENERATING, COMPLETED, FAILED];

function isTask(record: unknown): boolean {
  return conforms('Task', record);
}

function withResult(fields: object): boolean {
  return isTask({ ...COMPLETED, data: { ...RESULT, ...fields } });
}

test('RES-30 the creation response holds taskId and credits', () => {
  const accepted = { taskId: 'task_1', credits: 50 };
  expect(conforms('VideoGenerationAccepted', accepted)).toBe(true);
  for (const fields of [
    { taskId: undefined },
    { taskId: '' },
    { taskId: 1 },
    { credits: 1.5 },
    { credits: -1 },
  ]) {
    expect(conforms('VideoGenerationAccepted', { ...accepted, ...fields }), JSON.stringify(fields)).toBe(
      false,
    );
  }
  expect(conforms('VideoGenerationAccepted', { taskId: 'task_1' })).toBe(false);
});

test.each(RECORDS)('RES-31 a $status record always holds its seven fields', (record) => {
  expect(isTask(record)).toBe(true);
  for (const field of ['id', 'status', 'created_at', 'model', 'billing_status', 'credits', 'failed_reason']) {
    const { [field]: _, ...rest } = record as Record<string, unknown>;
    expect(isTask(rest), `without ${field}`).toBe(false);
  }
});

test('RES-31 a record holds values of the right types', () => {
  for (const fields of [{ id: '' }, { id: 1 }, { created_at: '2026-11-20T11:00:00Z' }, { created_at: 1.5 }]) {
    expect(isTask({ ...QUEUED, ...fields }), JSON.stringify(fields)).toBe(false);
  }
  for (const fields of [{ model: 'video-1-0' }, { credits: -1 }, { credits: 0.5 }, { credits: null }]) {
    expect(isTask({ ...QUEUED, ...fields }), JSON.stringify(fields)).toBe(false);
  }
});

test('RES-32 failed_reason is a string on failed tasks and null on all others', () => {
  expect(isTask({ ...FAILED, failed_reason: 'a_reason_of_the_future' })).toBe(true);
  expect(isTask({ ...FAILED, failed_reason: null })).toBe(false);
  expect(isTask({ ...FAILED, failed_reason: '' })).toBe(false);
  for (const record of [QUEUED, GENERATING, COMPLETED]) {
    expect(isTask({ ...record, failed_reason: 'provider_failed' }), record.status).toBe(false);
  }
});

test('RES-33 data is on completed tasks only, with its four fields', () => {
  const { data: _, ...withoutData } = COMPLETED;
  expect(isTask(withoutData)).toBe(false);
  for (const record of [QUEUED, GENERATING, FAILED]) {
    expect(isTask({ ...record, data: RESULT }), record.status).toBe(false);
    expect(isTask({ ...record, data: null }), record.status).toBe(false);
  }
  for (const field of Object.keys(RESULT)) expect(withResult({ [field]: undefined }), field).toBe(false);
});

test('RES-34 results is an array of URLs, empty after expiry', () => {
  expect(withResult({ results: [] })).toBe(true);
  for (const results of [null, 'https://videos.example.com/1.mp4', ['1.mp4'], ['file:///1.mp4'], [null]]) {
    expect(withResult({ results }), JSON.stringify(results)).toBe(false);
  }
});

test('RES-35 video_expires_at is an ISO 8601 timestamp in UTC', () => {
  expect(withResult({ video_expires_at: '2026-11-21T11:01:07.250Z' })).toBe(true);
  for (const video_expires_at of [
    '2026-11-21T11:01:07+01:00',
    '2026-11-21',
    '2026-13-21T11:01:07Z',
    1795172400,
    null,
  ]) {
    expect(withResult({ video_expires_at }), String(video_expires_at)).toBe(false);
  }
});

test('RES-36 last_frame_url is a URL or null', () => {
  expect(withResult({ last_frame_url: 'https://videos.example.com/1.png' })).toBe(true);
  for (const last_frame_url of ['', '1.png', 1, false]) expect(withResult({ last_frame_url })).toBe(false);
});

test('RES-37 processing_time is a number', () => {
  for (const processing_time of [0, 3, 64.2]) expect(withResult({ processing_time })).toBe(true);
  for (const processing_time of ['64.2', null, -1]) expect(withResult({ processing_time })).toBe(false);
});

test('RES-38 each status goes with its billing statuses and no other', () => {
  const allowed: Record<string, string[]> = {
    queued: ['reserved'],
    generating: ['reserved'],
    completed: ['charged'],
    failed: ['refunded', 'refund_failed'],
  };
  for (const record of RECORDS) {
    for (const billing_status of ['reserved', 'charged', 'refunded', 'refund_failed', 'none', null]) {
      const expected = allowed[record.status]?.includes(String(billing_status));
      expect(isTask({ ...record, billing_status }), `${record.status} ${billing_status}`).toBe(expected);
    }
  }
  for (const status of ['cancelled', 'Queued', '', null]) expect(isTask({ ...QUEUED, status })).toBe(false);
});

test('an unknown field of a response is accepted', () => {
  for (const record of RECORDS) expect(isTask({ ...record, progress: 0.5 })).toBe(true);
});

test('the accepted task is linked to its record', () => {
  const { links, headers } = operation('createVideoGeneration').responses['202'] ?? {};
  expect(links).toMatchObject({
    task: { operationId: 'getTask', parameters: { id: '$response.body#/taskId' } },
  });
  expect(headers).toMatchObject({ Location: { required: true }, 'Retry-After': { required: true } });
});
