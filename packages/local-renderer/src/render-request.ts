export type RenderMode = 'text-to-video' | 'image-to-video' | 'reference-to-video';
export type AspectRatio = '16:9' | '4:3' | '1:1' | '3:4' | '9:16' | '21:9' | 'adaptive';
export type Resolution = '480p' | '720p' | '1080p' | '4k';
export type Fidelity = 'full' | 'preview';

/** A video or a sound to refer to. */
export interface RawReference {
  /** Decoded as `planReferences` says, or, where nothing can decode it, the file as it came: then its hash chooses. */
  readonly path: string;
  readonly isDecoded: boolean;
}

/** States one video to render: its content, its format and where the files go. */
export interface RenderRequest {
  readonly mode: RenderMode;
  readonly prompt: string;
  /** Whole seconds, 4 to 15. */
  readonly durationSeconds: number;
  readonly aspectRatio: AspectRatio;
  readonly resolution: Resolution;
  readonly generateAudio: boolean;
  readonly watermark: boolean;
  /** 0 to 4294967295; the same request with the same seed gives the same bytes. */
  readonly seed: number;
  /** `preview` keeps duration, ratio and tracks but has few pixels and frames, so that it is done within a second. */
  readonly fidelity: Fidelity;
  /** Pictures to start and end with or to refer to, each a file of raw pixels as `planReferences` says. */
  readonly imagePaths: readonly string[];
  readonly videos: readonly RawReference[];
  readonly sounds: readonly RawReference[];
  /** Width by height of the picture that `adaptive` follows; null: the prompt decides. */
  readonly pictureRatio: number | null;
  /** Path of the MP4; an existing file is replaced only by a complete one. */
  readonly outputPath: string;
  /** Path of the last frame, a PNG; null if it is not requested. */
  readonly lastFramePath: string | null;
}

/** Describes a finished file. */
export interface RenderedVideo {
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  readonly frameCount: number;
  readonly hasAudio: boolean;
}
