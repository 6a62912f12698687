import { InvalidArgumentError } from '@ai-sdk/provider';
import type { Settings } from './request-draft.ts';

/** Options in `providerOptions.keyframe`: what the service offers beyond the SDK's own options. */
export interface KeyframeVideoOptions {
  /** Whether the video has a watermark; false by default. */
  watermark?: boolean;
  /** Whether the prompt may be enriched by a web search; false by default. */
  webSearch?: boolean;
  /** Whether the last frame is returned, as `providerMetadata.keyframe.lastFrameUrl`; false by default. */
  returnLastFrame?: boolean;
}

const SETTINGS: { readonly [name in keyof Required<KeyframeVideoOptions>]: keyof Settings } = {
  watermark: 'watermark',
  webSearch: 'web_search',
  returnLastFrame: 'return_last_frame',
};
const settingByOption: ReadonlyMap<string, keyof Settings> = new Map(Object.entries(SETTINGS));

/**
 * Converts `providerOptions.keyframe` to settings of the service.
 * @throws {InvalidArgumentError} for an unknown option, and for a value that is not a boolean
 */
export function readProviderOptions(options: Readonly<Record<string, unknown>>): Settings {
  const settings = Object.entries(options).map(([name, value]) => {
    const setting = settingByOption.get(name);
    if (setting === undefined)
      throw invalidOption(name, `unknown; allowed: ${Object.keys(SETTINGS).join(', ')}`);
    if (typeof value !== 'boolean') throw invalidOption(name, 'must be true or false');
    return [setting, value];
  });
  return Object.fromEntries(settings);
}

function invalidOption(name: string, problem: string): InvalidArgumentError {
  const argument = `providerOptions.keyframe.${name}`;
  return new InvalidArgumentError({ argument, message: `${argument}: ${problem}.` });
}
