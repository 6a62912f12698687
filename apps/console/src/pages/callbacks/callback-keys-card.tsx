import {
  type CallbackKeys,
  type CallbackSecretShown,
  getCallbackKeys,
  revealCallbackSecret,
  rotateCallbackSecret,
} from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { Row, Stack } from '../../components/layout.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { readable } from '../../components/statuses.tsx';
import { Time } from '../../components/time.tsx';
import { useMay } from '../../shell/session.tsx';
import styles from './callbacks.module.css';

/** Keys that verify callbacks: the secrets of v1 and the public key of v1a. */
export function CallbackKeysCard({ ownerId }: { readonly ownerId: string }) {
  const query = useQuery(operationQuery(getCallbackKeys, { path: { ownerId } }));
  const refresh = useRefresh();
  const [isRotating, setIsRotating] = useState(false);
  const [shown, setShown] = useState<CallbackSecretShown>();
  const mayReveal = useMay('developer');
  const mayRotate = useMay('admin');
  return (
    <Card title="Verification">
      <Stack>
        <QueryView query={query}>{(keys) => <Keys keys={keys} />}</QueryView>
        <Row>
          {mayReveal ? (
            <ActionButton
              onAct={async () => setShown(await revealCallbackSecret(client, { path: { ownerId } }))}
            >
              Reveal secret
            </ActionButton>
          ) : null}
          {mayRotate ? <Button onClick={() => setIsRotating(true)}>Rotate secret</Button> : null}
        </Row>
      </Stack>
      {isRotating ? (
        <DialogForm
          title="Rotate the callback secret?"
          action="Rotate secret"
          onClose={() => setIsRotating(false)}
          onSubmit={async () => {
            setShown(await rotateCallbackSecret(client, { path: { ownerId } }));
            await refresh(getCallbackKeys);
          }}
        >
          <p>
            New callbacks are signed with both secrets for 24 hours. Update your receivers within that time;
            the old secret then expires.
          </p>
        </DialogForm>
      ) : null}
      {shown === undefined ? null : <ShownSecret shown={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}

function Keys({ keys }: { readonly keys: CallbackKeys }) {
  return (
    <>
      <div>
        <h3 className={styles.label}>Secrets, for v1 signatures</h3>
        <ul className={styles.secrets}>
          {keys.secrets.map(({ hint, state, expires_at: until }) => (
            <li key={hint} className={styles.secret}>
              <code>{hint}</code>
              <span>
                {until === null ? null : (
                  <>
                    expires <Time at={until} />{' '}
                  </>
                )}
                <Badge tone={state === 'current' ? 'success' : 'neutral'}>{readable(state)}</Badge>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className={styles.label}>Public key, for v1a signatures</h3>
        <CodeBlock text={keys.public_key} label="the public key" />
      </div>
    </>
  );
}

function ShownSecret({
  shown: { secret, previous_valid_until: until },
  onClose,
}: {
  readonly shown: CallbackSecretShown;
  readonly onClose: () => void;
}) {
  return (
    <ShownOnce title="Callback secret" secret={secret} label="the secret" canShowAgain onClose={onClose}>
      {until === null ? null : (
        <p>
          Callbacks are also signed with the previous secret, which expires <Time at={until} />.
        </p>
      )}
    </ShownOnce>
  );
}
