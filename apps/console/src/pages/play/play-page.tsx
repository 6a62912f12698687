import { createTask, type PlayRequest } from '@keyframe/console-contract/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { Column, Columns } from '../../components/layout.tsx';
import { Page } from '../../components/page.tsx';
import { useOwnerId } from '../../shell/session.tsx';
import { Code } from './code.tsx';
import { buildRequest, type Draft, FIRST_DRAFT, findProblems } from './draft.ts';
import { Outcome } from './outcome.tsx';
import { PlayForm } from './play-form.tsx';

export function PlayPage() {
  const ownerId = useOwnerId();
  const [draft, setDraft] = useState<Draft>(FIRST_DRAFT);
  const [wasTried, setWasTried] = useState(false);
  const create = useMutation({
    mutationFn: async (body: PlayRequest) => createTask(client, { path: { ownerId }, body }),
  });
  const problems = findProblems(draft);
  const request = buildRequest(draft);
  const body = Object.keys(problems).length === 0 ? { mode: draft.mode, request } : undefined;
  const send = () => {
    setWasTried(true);
    if (body !== undefined && !create.isPending) create.mutate(body);
  };
  return (
    <Page
      title="Playground"
      description="Try a request before you write code. It is sent exactly as your program would send it."
    >
      <Columns>
        <PlayForm
          ownerId={ownerId}
          draft={draft}
          problems={wasTried ? problems : {}}
          body={body}
          error={create.error === null ? undefined : describeError(create.error)}
          isBusy={create.isPending}
          onChange={(change) => setDraft({ ...draft, ...change })}
          onSend={send}
        />
        <Column>
          <Outcome ownerId={ownerId} taskId={create.data?.taskId} />
          <Code request={request} mode={draft.mode} />
        </Column>
      </Columns>
    </Page>
  );
}
