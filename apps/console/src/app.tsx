import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { matchRoute, Redirect, Route, Router, Switch, useLocation, useRouter } from 'wouter';
import { hasStatus } from './api/describe-error.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Skeleton } from './components/skeleton.tsx';
import { ownerOf, SESSION, SessionGuard, useSession } from './session.tsx';
import { Shell } from './shell/shell.tsx';

/** A session that ended elsewhere is asked for again, which leads to the sign-in and back. */
const onError = (error: unknown) => {
  if (hasStatus(error, 401)) void queries.invalidateQueries({ queryKey: SESSION.queryKey });
};

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== SESSION.queryKey[0]) onError(error);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The client itself tries again.
    queries: { retry: false, staleTime: 5000 },
    mutations: { retry: false },
  },
});

/** A page whose code is fetched by `preload`, or when it is first shown. */
function page<TName extends string>(load: () => Promise<Record<TName, ComponentType>>, name: TName) {
  return Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { preload: load },
  );
}

const SignInPage = page(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage');
const SetUpPage = page(() => import('./pages/sign-in/set-up-page.tsx'), 'SetUpPage');
const InvitationPage = page(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage');
const PasswordPage = page(() => import('./pages/sign-in/password-page.tsx'), 'PasswordPage');

const PAGES: readonly (readonly [path: string, page: ReturnType<typeof page>])[] = [
  ['/owners/:owner', page(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage')],
  ['/owners/:owner/play', page(() => import('./pages/play/play-page.tsx'), 'PlayPage')],
  ['/owners/:owner/tasks', page(() => import('./pages/tasks/tasks-page.tsx'), 'TasksPage')],
  ['/owners/:owner/tasks/:task', page(() => import('./pages/tasks/task-page.tsx'), 'TaskPage')],
  ['/owners/:owner/credits', page(() => import('./pages/credits/credits-page.tsx'), 'CreditsPage')],
  ['/owners/:owner/callbacks', page(() => import('./pages/callbacks/callbacks-page.tsx'), 'CallbacksPage')],
  [
    '/owners/:owner/callbacks/:delivery',
    page(() => import('./pages/callbacks/delivery-page.tsx'), 'DeliveryPage'),
  ],
  ['/owners/:owner/keys', page(() => import('./pages/keys/keys-page.tsx'), 'KeysPage')],
  ['/owners/:owner/team', page(() => import('./pages/team/team-page.tsx'), 'TeamPage')],
  ['/operator', page(() => import('./pages/operator/service-page.tsx'), 'ServicePage')],
  ['/operator/owners', page(() => import('./pages/operator/owners-page.tsx'), 'OwnersPage')],
  ['/operator/owners/:owner', page(() => import('./pages/operator/owner-page.tsx'), 'OwnerPage')],
  ['/operator/tasks', page(() => import('./pages/operator/all-tasks-page.tsx'), 'AllTasksPage')],
  ['/operator/tasks/:task', page(() => import('./pages/operator/any-task-page.tsx'), 'AnyTaskPage')],
  ['/operator/refunds', page(() => import('./pages/operator/refunds-page.tsx'), 'RefundsPage')],
  ['/operator/operators', page(() => import('./pages/operator/operators-page.tsx'), 'OperatorsPage')],
  ['/operator/audit', page(() => import('./pages/operator/audit-page.tsx'), 'AuditPage')],
  ['/account', page(() => import('./pages/account/account-page.tsx'), 'AccountPage')],
];

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Router base="/console">
        <Loaded>
          <Switch>
            <Route path="/sign-in" component={SignInPage} />
            <Route path="/setup" component={SetUpPage} />
            <Route path="/invitation" component={InvitationPage} />
            <Route path="/password" component={PasswordPage} />
            <Route component={Console} />
          </Switch>
        </Loaded>
      </Router>
    </QueryClientProvider>
  );
}

/** Shows a page once its code is here, or that it did not come. */
function Loaded({ rows = 4, children }: { readonly rows?: number; readonly children: ReactNode }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary path={path}>
      <Suspense fallback={<Skeleton rows={rows} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** All that takes a session. The code of the page is fetched while the session is. */
function Console() {
  const { parser } = useRouter();
  const [path] = useLocation();
  useEffect(() => {
    const [, current] = PAGES.find(([pattern]) => matchRoute(parser, pattern, path)[0]) ?? [];
    // What fails here fails again where the page is shown.
    current?.preload().catch(() => undefined);
  }, [parser, path]);
  return (
    <SessionGuard>
      <Shell>
        <Loaded rows={6}>
          <Pages />
        </Loaded>
      </Shell>
    </SessionGuard>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={Home} />
      {PAGES.map(([path, component]) => (
        <Route key={path} path={path} component={component} />
      ))}
      <Route component={NotFound} />
    </Switch>
  );
}

/** Leads to the owner that was looked at last; an operator without one to the service. */
function Home() {
  const session = useSession();
  const { user } = session;
  const ownerId = ownerOf(session);
  if (ownerId !== undefined) return <Redirect to={`/owners/${ownerId}`} replace />;
  return <Redirect to={user.is_operator ? '/operator' : '/account'} replace />;
}

function NotFound() {
  return (
    <div>
      <h1>Page not found</h1>
      <p>The console has no page at this address.</p>
    </div>
  );
}
