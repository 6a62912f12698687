import {
  getBalances,
  getOwner,
  listDeliveries,
  listKeys,
  listTasks,
} from '@keyframe/console-contract/client';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { operationQuery } from '../../api/operation-query.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Loading } from '../../components/skeleton.tsx';
import { recall, remember } from '../../storage.ts';
import { listSteps, type Step } from './checklist.ts';
import styles from './overview.module.css';

/** The checklist of a new team; empty once all steps are done or the user has hidden it in this browser. */
export function FirstSteps({ ownerId }: { readonly ownerId: string }) {
  const stored = `keyframe-first-steps-${ownerId}`;
  const [isHidden, setIsHidden] = useState(() => recall(stored) !== null);
  const path = { ownerId };
  const enabled = !isHidden;
  const keys = useQuery({ ...operationQuery(listKeys, { path }), enabled });
  const tasks = useQuery({ ...operationQuery(listTasks, { path, query: { limit: 1 } }), enabled });
  const delivered = { path, query: { limit: 1, status: 'delivered' as const } };
  const deliveries = useQuery({ ...operationQuery(listDeliveries, delivered), enabled });
  const owner = useQuery({ ...operationQuery(getOwner, { path }), enabled });
  const balances = useQuery({ ...operationQuery(getBalances, { path }), enabled });
  if (isHidden) return null;
  if ([keys, tasks, deliveries, owner, balances].some(({ isPending }) => isPending)) return <Loading />;
  if (!keys.data || !tasks.data || !deliveries.data || !owner.data || !balances.data) return null;
  const steps = listSteps({
    keys: keys.data.data,
    tasks: tasks.data.data,
    deliveries: deliveries.data.data,
    owner: owner.data,
    balances: balances.data,
  });
  if (steps.every(({ isDone }) => isDone)) {
    // Later visits do not query the steps.
    remember(stored, 'done');
    return null;
  }
  const hide = () => {
    remember(stored, 'hidden');
    setIsHidden(true);
  };
  return (
    <Card
      title="First steps"
      description={`${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`}
      actions={<Button onClick={hide}>Hide</Button>}
    >
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepItem key={step.title} step={step} base={`/owners/${ownerId}`} />
        ))}
      </ol>
    </Card>
  );
}

function StepItem({ step, base }: { readonly step: Step; readonly base: string }) {
  const Icon = step.isDone ? CircleCheck : Circle;
  return (
    <li className={styles.step} data-done={step.isDone}>
      <Icon size={18} aria-hidden />
      <div>
        <Link href={`${base}/${step.path}`}>{step.title}</Link>
        {step.isDone ? <span className="visually-hidden"> (done)</span> : null}
        <p>{step.text}</p>
      </div>
    </li>
  );
}
