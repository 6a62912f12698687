export type { JobMode } from '@keyframe/fairness';
export { type MediaBytes, openMediaBytes } from './media-bytes.ts';
export type { ProbedImage, ProbedMedia, TimedMedia } from './media-facts.ts';
export type { DecodeJob, ImageJob, SoundJob, VideoJob } from './media-messages.ts';
export { type MediaJobOptions, type MediaResult, runMediaJob } from './media-pool.ts';
export { readTopLevelBoxes, type TopLevelBoxes } from './mp4-boxes.ts';
export { probeMedia } from './probe-media.ts';
export { UnreadableMediaError } from './unreadable-media-error.ts';
