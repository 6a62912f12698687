/** What a task renders: the validated input, defaults filled in and what its mode ignores left out. */
export interface TaskInput {
  readonly generation_type: 'text-to-video' | 'image-to-video' | 'reference-to-video';
  readonly prompt: string;
  readonly image_urls: readonly string[];
  readonly video_urls: readonly string[];
  readonly audio_urls: readonly string[];
  readonly duration: number;
  readonly aspect_ratio: '16:9' | '4:3' | '1:1' | '3:4' | '9:16' | '21:9' | 'adaptive';
  readonly resolution: '480p' | '720p' | '1080p' | '4k';
  readonly generate_audio: boolean;
  readonly watermark: boolean;
  readonly web_search: boolean;
  readonly return_last_frame: boolean;
}
