import type { TaskDetail } from '@keyframe/console-contract/client';
import { Notice } from '../../components/notice.tsx';
import { readable } from '../../components/statuses.tsx';

/** Clients expect reasons that are not in this list, and so does this page. */
const REASONS: Readonly<Record<string, string>> = {
  content_rejected: 'The provider rejected the prompt or a reference.',
  invalid_material: 'A reference could not be fetched or read, or it is too long.',
  provider_failed: 'The provider could not generate the video.',
  timed_out: 'The generation took too long.',
};

/** Says why there is no video. */
export function FailureNotice({ reason }: { readonly reason: TaskDetail['failed_reason'] }) {
  const known = REASONS[reason ?? ''] ?? `The generation failed: ${readable(reason ?? 'unknown')}.`;
  return <Notice tone="danger">{known}</Notice>;
}
