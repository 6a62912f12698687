import { Columns } from '../../components/layout.tsx';
import { Page } from '../../components/page.tsx';
import { useMay, useOwnerId } from '../../shell/session.tsx';
import { CallbackKeysCard } from './callback-keys-card.tsx';
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
          When a task with a callback URL ends, its outcome is sent to that URL.{' '}
          <a href="/docs/guides/receiving-callbacks/">How to receive callbacks safely</a>
        </>
      }
    >
      {maySend ? (
        <Columns>
          <CallbackKeysCard ownerId={ownerId} />
          <TestEvent ownerId={ownerId} />
        </Columns>
      ) : (
        <CallbackKeysCard ownerId={ownerId} />
      )}
      <DeliveryLog ownerId={ownerId} />
    </Page>
  );
}
