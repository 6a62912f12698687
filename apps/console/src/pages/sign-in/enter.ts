import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { SESSION } from '../../session.tsx';
import { nextPath } from './next-path.ts';

/** Gives a function that goes on as who has just signed in: to the page that was asked for, or to the first one. */
export function useEnter(): () => Promise<void> {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    queries.clear();
    await queries.fetchQuery(SESSION);
    navigate(nextPath(location.search), { replace: true });
  };
}
