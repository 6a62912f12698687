import type { TaskDetail } from '@keyframe/console-contract/client';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../components/time.tsx';
import { formatDuration } from '../../format.ts';
import { FailureNotice } from './failure-notice.tsx';
import styles from './task.module.css';

/** The video, or the reason why it is missing. */
export function TaskResultCard({ task }: { readonly task: TaskDetail }) {
  return (
    <Card title="Result">
      <Result task={task} />
    </Card>
  );
}

function Result({
  task: { status, result, settings, failed_reason: reason },
}: {
  readonly task: TaskDetail;
}) {
  if (status === 'failed') return <FailureNotice reason={reason} />;
  if (result === null) return <Notice>The video appears here when the task is completed.</Notice>;
  const [video] = result.results;
  if (video === undefined) {
    return (
      <Notice>
        The video expired <Time at={result.video_expires_at} />.
      </Notice>
    );
  }
  return (
    <>
      <video
        className={styles.video}
        style={{ aspectRatio: cssRatio(settings.aspect_ratio) }}
        src={video}
        controls
        loop
        playsInline
        muted
        preload="metadata"
        aria-label="The generated video"
      />
      <div className={styles.links}>
        <a href={video} download>
          Download
        </a>
        {result.last_frame_url === null ? null : <a href={result.last_frame_url}>Last frame</a>}
        <span>
          Generated in {formatDuration(result.processing_time * 1000)}, expires{' '}
          <Time at={result.video_expires_at} />
        </span>
      </div>
    </>
  );
}

/** Converts `16:9`, so that the player has its height before the video is loaded; undefined for `adaptive`. */
function cssRatio(ratio: string): string | undefined {
  return /^\d+:\d+$/.test(ratio) ? ratio.replace(':', ' / ') : undefined;
}
