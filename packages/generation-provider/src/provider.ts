/** Port to the program that generates videos. A provider renders; it knows no states, money or callbacks. */
import type { components } from '@keyframe/contract';
import type { VideoGenerationInput } from '@keyframe/contract/hono';

type Settings = Required<Omit<components['schemas']['GenerationSettings'], 'seed'>>;

/** Validated input of a task, with defaults, without the fields that its mode ignores. */
export interface GenerationInput extends Readonly<Settings> {
  readonly generation_type: VideoGenerationInput['generation_type'];
  readonly image_urls: readonly string[];
  readonly video_urls: readonly string[];
  readonly audio_urls: readonly string[];
}

/** References as files on disk, already checked. */
export interface Materials {
  readonly imagePaths: readonly string[];
  readonly videoPaths: readonly string[];
  readonly audioPaths: readonly string[];
  /** Width by height of the first image, else of the first video; null without either. */
  readonly pictureRatio: number | null;
}

export interface GenerationRequest {
  readonly taskId: string;
  /** Owner of the task: owners share the processes that decode references. */
  readonly ownerId?: string | undefined;
  readonly model: string;
  readonly input: GenerationInput;
  /** 0 to 4294967295; the same request and seed give the same video. */
  readonly seed: number;
  readonly materials: Materials;
  /** `preview`: few pixels and frames within about a second, for the sandbox. */
  readonly fidelity: 'full' | 'preview';
  readonly videoPath: string;
  /** Path of the last frame, a PNG; null if it was not requested. */
  readonly lastFramePath: string | null;
}

export interface GenerationOptions {
  readonly signal: AbortSignal;
  /** Receives the finished fraction, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

export interface GenerationProvider {
  /** How many `full` generations one process runs at once. */
  readonly slots: {
    readonly all: number;
    readonly perOwner: number;
    /** How often free slots look for a job, in milliseconds; 500 by default. */
    readonly pollMs?: number;
  };
  /**
   * Writes the asked files. A rejection fails the task: with the reason of a `GenerationFailedError`, otherwise as
   * `provider_failed`; a `GenerationInterruptedError` hands its job back. An answer after the signal fired is dropped, and so is what was written.
   */
  generate(
    request: GenerationRequest,
    options: GenerationOptions,
  ): Promise<{ readonly hasLastFrame: boolean }>;
  close(): Promise<void>;
}
