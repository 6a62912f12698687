import { z } from 'zod';
import type { ProbedMedia } from './probe.ts';

/** What a video or an audio file is. */
export type TimedMedia = Exclude<ProbedMedia, { kind: 'image' }>;

/** What a probing process found; `problem` tells why the medium is unreadable, `cause` what the demuxer said. */
export type ProbeReport =
  | { readonly media: TimedMedia }
  | { readonly problem: string; readonly cause?: string | undefined };

const positive = z.number().positive();
const mediaSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('video'),
    format: z.enum(['mp4', 'mov', 'webm']),
    durationSeconds: positive,
    width: positive,
    height: positive,
    hasAudio: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('audio'),
    format: z.enum(['mp3', 'wav', 'm4a', 'aac']),
    durationSeconds: positive,
  }),
]);

/** Checks what comes out of a process that has read a stranger's bytes. */
export const probeReportSchema = z.union([
  z.strictObject({ media: mediaSchema }),
  z.strictObject({ problem: z.string().max(200), cause: z.string().max(1_000).optional() }),
]) satisfies z.ZodType<ProbeReport>;
