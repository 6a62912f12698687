/** Messages to and from a media process, and the schema that validates its replies. */
import { z } from 'zod';
import type { ProbedMedia } from './media-facts.ts';

/** The size that a picture is scaled and cropped to. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Asks what a file is. */
interface ProbeJob {
  readonly kind: 'probe';
  readonly path: string;
}

/** Asks for a picture as RGB, three bytes a pixel, rows from the top. */
export interface ImageJob extends PictureSize {
  readonly kind: 'image';
  readonly path: string;
  /** The file that is written; an existing one is replaced. */
  readonly output: string;
}

/** Asks for the first pictures of a video, each as that of an image, one after the other. */
export interface VideoJob extends PictureSize {
  readonly kind: 'video';
  readonly path: string;
  readonly output: string;
  readonly framesPerSecond: number;
  readonly maxFrames: number;
}

/** Asks for the start of a sound as interleaved samples: 32-bit floats, little-endian, -1 to 1. */
export interface SoundJob {
  readonly kind: 'sound';
  readonly path: string;
  readonly output: string;
  readonly sampleRate: number;
  readonly channels: number;
  readonly maxSeconds: number;
}

/** A job that decodes one medium. */
export type DecodeJob = ImageJob | VideoJob | SoundJob;
export type MediaJob = ProbeJob | DecodeJob;

/** Message to the process: a job, and the CPU time that it may take. */
export interface MediaOrder {
  readonly job: MediaJob;
  readonly cpuMs: number;
}

/** How a job ended. */
export type MediaOutcome =
  | { readonly kind: 'probed'; readonly media: ProbedMedia }
  /** Bytes written to the output; 0 where nothing here can decode what the file holds. */
  | { readonly kind: 'decoded'; readonly bytes: number }
  /** Why the file is unreadable; `cause` is what the library said. */
  | { readonly kind: 'unreadable'; readonly problem: string; readonly cause?: string | undefined }
  /** A problem of this machine, such as a full disk: the file is not at fault. */
  | { readonly kind: 'failed'; readonly problem: string };

export interface MediaReport {
  readonly outcome: MediaOutcome;
  readonly usedCpuMs: number;
  readonly residentBytes: number;
}

const positive = z.number().positive();
const mediaSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('image'),
    format: z.enum(['jpeg', 'png', 'webp']),
    width: positive,
    height: positive,
  }),
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

const problem = z.string().max(200);

/** Checks what comes out of a process that has read untrusted bytes. */
export const mediaReportSchema = z.strictObject({
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('probed'), media: mediaSchema }),
    z.strictObject({ kind: z.literal('decoded'), bytes: z.int().nonnegative() }),
    z.strictObject({ kind: z.literal('unreadable'), problem, cause: z.string().max(1_000).optional() }),
    z.strictObject({ kind: z.literal('failed'), problem }),
  ]),
  usedCpuMs: z.number().nonnegative(),
  residentBytes: z.int().positive(),
}) satisfies z.ZodType<MediaReport>;
