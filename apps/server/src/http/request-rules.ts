/** What the contract can't say about a submission: text that can be stored, public addresses, the sum of materials. */

import type { TaskInput } from '../db/task-input.ts';
import type { Egress } from '../egress/index.ts';
import { invalidFields } from './errors.ts';

/** Materials of one task at most, over images, videos and audios (RES-24). */
const MAX_MATERIALS = 12;

const REFERENCE_FIELDS = ['image_urls', 'video_urls', 'audio_urls'] as const;

/** Refuses what breaks these rules, and names all problems at once. */
export function checkRequestRules(
  egress: Egress,
  { input, callbackUrl }: { readonly input: TaskInput; readonly callbackUrl: string | null },
): void {
  const problems: string[] = [];
  const refuse = (field: string, problem: string | null) => {
    if (problem !== null) problems.push(`${field}: ${problem}`);
  };
  // PostgreSQL stores neither, and no video is the poorer for it.
  if (input.prompt.includes('\0')) refuse('input.prompt', 'takes no NUL character');
  if (!input.prompt.isWellFormed()) refuse('input.prompt', 'takes no half of a surrogate pair');
  if (callbackUrl !== null) refuse('callback_url', egress.check(callbackUrl, { protocols: ['https:'] }));
  for (const field of REFERENCE_FIELDS) {
    input[field].forEach((url, index) => {
      refuse(`input.${field}.${index}`, egress.check(url, { protocols: ['https:', 'http:'] }));
    });
  }
  const materials = REFERENCE_FIELDS.reduce((sum, field) => sum + input[field].length, 0);
  if (materials > MAX_MATERIALS) {
    problems.push(
      `input: takes at most ${MAX_MATERIALS} materials over image_urls, video_urls and audio_urls, got ${materials}`,
    );
  }
  if (problems.length > 0) throw invalidFields(problems);
}
