export { createKeyframe, type KeyframeProvider, keyframe } from './create-keyframe.ts';
export type { KeyframeSettings } from './keyframe-settings.ts';
export type { KeyframeVideoOptions } from './provider-options.ts';
export type { KeyframeVideoModelId } from './video-model.ts';
