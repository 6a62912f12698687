import { Page } from '../../components/page.tsx';
import { useMay, useOwnerId } from '../../session.tsx';
import { CallbackKeysCard } from './callback-keys-card.tsx';
import styles from './callbacks.module.css';
import { DeliveryLog } from './delivery-log.tsx';
import { TestEvent } from './test-event.tsx';

export function CallbacksPage() {
  const ownerId = useOwnerId();
  const maySend = useMay('developer');
  return (
    <Page
      title="Callbacks"
      description={
        <>
          A task with a callback URL posts its outcome there.{' '}
          <a href="/docs/guides/receiving-callbacks/">How to receive callbacks safely</a>
        </>
      }
    >
      <div className={styles.columns}>
        <CallbackKeysCard ownerId={ownerId} />
        {maySend ? <TestEvent ownerId={ownerId} /> : null}
      </div>
      <DeliveryLog ownerId={ownerId} />
    </Page>
  );
}
