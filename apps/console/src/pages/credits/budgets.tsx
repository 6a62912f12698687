import { BudgetChange } from 'virtual:contract-schemas';
import {
  type Budget,
  deleteBudget,
  listBudgets,
  type Mode,
  setBudget,
} from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { operationQuery, useRefresh } from '../../api/operation-query.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/field.tsx';
import { Row } from '../../components/layout.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ModeBadge } from '../../components/statuses.tsx';
import { formatNumber, formatShare } from '../../format.ts';
import { useMay } from '../../session.tsx';
import styles from './credits.module.css';

const TONES = { ok: 'success', warning: 'warning', exceeded: 'danger' } as const;
const WORDS = { ok: 'Within budget', warning: 'Near the budget', exceeded: 'Over budget' };

/** Monthly budgets; a budget shows a warning and does not stop requests. */
export function Budgets({ ownerId }: { readonly ownerId: string }) {
  const query = useQuery(operationQuery(listBudgets, { path: { ownerId } }));
  const [edited, setEdited] = useState<Mode>();
  return (
    <Card title="Monthly budgets" description="A budget shows a warning here. It does not stop requests.">
      <QueryView query={query} rows={2}>
        {({ data }) => (
          <>
            <ul className={styles.budgets}>
              {(['live', 'test'] as const).map((mode) => (
                <BudgetRow
                  key={mode}
                  ownerId={ownerId}
                  mode={mode}
                  budget={data.find((budget) => budget.mode === mode)}
                  onEdit={() => setEdited(mode)}
                />
              ))}
            </ul>
            {edited === undefined ? null : (
              <EditBudget
                ownerId={ownerId}
                mode={edited}
                budget={data.find(({ mode }) => mode === edited)}
                onClose={() => setEdited(undefined)}
              />
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

interface BudgetProps {
  readonly ownerId: string;
  readonly mode: Mode;
  readonly budget: Budget | undefined;
}

function BudgetRow({ ownerId, mode, budget, onEdit }: BudgetProps & { readonly onEdit: () => void }) {
  const refresh = useRefresh();
  const mayChange = useMay('admin');
  const remove = async () => {
    await deleteBudget(client, { path: { ownerId, mode } });
    await refresh(listBudgets);
  };
  return (
    <li className={styles.budget}>
      <ModeBadge mode={mode} />
      <div className={styles.spent}>
        {budget === undefined ? <span className={styles.none}>No budget</span> : <Spent budget={budget} />}
      </div>
      {mayChange ? (
        <Row>
          <Button aria-label={`Set the ${mode} budget`} onClick={onEdit}>
            {budget === undefined ? 'Set' : 'Change'}
          </Button>
          {budget === undefined ? null : (
            <ActionButton look="ghost" onAct={remove}>
              Remove
            </ActionButton>
          )}
        </Row>
      ) : null}
    </li>
  );
}

function Spent({ budget }: { readonly budget: Budget }) {
  const { monthly_credits: whole, spent, state } = budget;
  return (
    <>
      <Row>
        <span>
          {formatNumber(spent)} of {formatNumber(whole)} credits ({formatShare(spent / whole)})
        </span>
        <Badge tone={TONES[state]}>{WORDS[state]}</Badge>
      </Row>
      <meter
        className={styles.meter}
        aria-label={`${budget.mode} credits spent this month`}
        min={0}
        max={whole}
        value={Math.min(spent, whole)}
        data-state={state}
      />
    </>
  );
}

function EditBudget({ ownerId, mode, budget, onClose }: BudgetProps & { readonly onClose: () => void }) {
  const refresh = useRefresh();
  const { monthly_credits: credits, warn_at_percent: percent } = BudgetChange.properties;
  return (
    <DialogForm
      title={`Budget for ${mode} credits`}
      action="Save budget"
      onClose={onClose}
      onSubmit={async (data) => {
        const body = {
          monthly_credits: Number(data.get('credits')),
          warn_at_percent: Number(data.get('percent')),
        };
        await setBudget(client, { path: { ownerId, mode }, body });
        await refresh(listBudgets);
      }}
    >
      <TextField
        label="Credits a month"
        name="credits"
        type="number"
        required
        min={credits.minimum}
        max={credits.maximum}
        defaultValue={budget?.monthly_credits}
        hint="Of the calendar month, in UTC."
      />
      <TextField
        label="Warn from, in percent"
        name="percent"
        type="number"
        required
        min={percent.minimum}
        max={percent.maximum}
        defaultValue={budget?.warn_at_percent ?? percent.default}
      />
    </DialogForm>
  );
}
