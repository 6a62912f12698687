import type { Task } from '../../src/index.ts';

const identity = { id: 'task_1', created_at: 1_795_172_400, model: 'video-2-0', credits: 50 } as const;

export const QUEUED: Task = {
  ...identity,
  status: 'queued',
  billing_status: 'reserved',
  failed_reason: null,
};

export const GENERATING: Task = {
  ...identity,
  status: 'generating',
  billing_status: 'reserved',
  failed_reason: null,
};

export const COMPLETED: Task = {
  ...identity,
  status: 'completed',
  billing_status: 'charged',
  failed_reason: null,
  data: {
    results: ['https://results.example/task_1/video.mp4'],
    video_expires_at: '2026-11-21T11:00:00.000Z',
    last_frame_url: null,
    processing_time: 12.5,
  },
};

export const FAILED: Task = {
  ...identity,
  status: 'failed',
  billing_status: 'refunded',
  failed_reason: 'provider_failed',
};
