import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { SESSION } from '../../shell/session.tsx';
import { nextPath } from './next-path.ts';

/** Returns a function that continues after the sign-in: to the requested page, or to the first page. */
export function useEnter(): () => Promise<void> {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    queries.clear();
    await queries.fetchQuery(SESSION);
    navigate(nextPath(location.search), { replace: true });
  };
}
