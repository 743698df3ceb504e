import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { readSession, session } from './requests/session.ts';
import { needTexts, t, useLanguage } from './texts.ts';
import { FaultScreen, WholeScreen } from './ui/screens.tsx';

// Together with the words of all refusals: in the app any of them may come.
const App = lazy(async () => {
  const [{ App }] = await Promise.all([import('./shell/app.tsx'), needTexts('faults')]);
  return App;
});
const SignIn = lazy(() => import('./pages/sign-in/page.tsx').then(({ SignIn }) => SignIn));
const Forgotten = lazy(() => import('./pages/sign-in/forgotten.tsx').then(({ Forgotten }) => Forgotten));
const LinkPage = lazy(() => import('./pages/link/page.tsx').then(({ LinkPage }) => LinkPage));

/** The portal: a page for people who are not signed in, or the app at the address that was opened. */
export function Root() {
  const [broken, setBroken] = useState<unknown>();
  if (broken !== undefined) return <FaultScreen error={broken} retry={() => location.reload()} />;
  return (
    <LocationProvider>
      <ErrorBoundary onError={setBroken}>
        <Entrance />
      </ErrorBoundary>
    </LocationProvider>
  );
}

function Entrance() {
  const { path } = useLocation();
  if (path === '/links') return <LinkPage />;
  if (path === '/forgotten') return <Forgotten />;
  return <Gate />;
}

/** Lets in who is signed in. Others sign in first, at the same address. */
function Gate() {
  const { value } = session;
  const wanted = 'view' in value ? value.view.staff.language : undefined;
  useEffect(() => {
    if (wanted !== undefined) void useLanguage(wanted);
  }, [wanted]);
  if (value.is === 'unreachable') return <FaultScreen error={value.error} retry={readSession} />;
  if (value.is === 'unknown') return <WholeScreen title={t('loading')} />;
  return value.is === 'none' ? <SignIn /> : <App />;
}
