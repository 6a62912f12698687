import type { TaskInput } from '../../db/task-input.ts';
import type { Egress } from '../../egress/index.ts';
import { invalidFields } from '../errors.ts';

const REFERENCE_FIELDS = ['image_urls', 'video_urls', 'audio_urls'] as const;

/** Refuses URLs that the server must not be led to, which no schema can say; names all of them at once (RES-4, EVT-7). */
export function checkUrls(
  egress: Egress,
  { input, callbackUrl }: { readonly input: TaskInput; readonly callbackUrl: string | null },
): void {
  const problems: string[] = [];
  const check = (field: string, url: string, protocols: Parameters<Egress['check']>[1]['protocols']) => {
    const problem = egress.check(url, { protocols });
    if (problem !== null) problems.push(`${field}: ${problem}`);
  };
  if (callbackUrl !== null) check('callback_url', callbackUrl, ['https:']);
  for (const field of REFERENCE_FIELDS) {
    input[field].forEach((url, index) => {
      check(`input.${field}.${index}`, url, ['https:', 'http:']);
    });
  }
  if (problems.length > 0) throw invalidFields(problems);
}
