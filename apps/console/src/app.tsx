import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { matchRoute, Redirect, Route, Router, Switch, useLocation, useRouter } from 'wouter';
import { Skeleton } from './components/skeleton.tsx';
import { SessionGuard, useSession } from './session.tsx';
import { Shell } from './shell/shell.tsx';

const queries = new QueryClient({
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
        <Suspense fallback={<Skeleton />}>
          <Switch>
            <Route path="/sign-in" component={SignInPage} />
            <Route path="/setup" component={SetUpPage} />
            <Route path="/invitation" component={InvitationPage} />
            <Route path="/password" component={PasswordPage} />
            <Route component={Console} />
          </Switch>
        </Suspense>
      </Router>
    </QueryClientProvider>
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
        <Suspense fallback={<Skeleton rows={6} />}>
          <Pages />
        </Suspense>
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

/** Leads to the first owner; an operator without one to the service. */
function Home() {
  const { owners, user } = useSession();
  const [first] = owners;
  if (first !== undefined) return <Redirect to={`/owners/${first.id}`} replace />;
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
