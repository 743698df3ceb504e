import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useErrorBoundary, useMemo } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { arrivedAt, leave } from './requests/leaving.ts';
import { readSession, session } from './requests/session.ts';
import { needTexts, t, useLanguage } from './texts.ts';
import { later, type Place } from './ui/later.tsx';
import { FaultScreen, WholeScreen } from './ui/screens.tsx';

// The first file of a visit comes before anything is on the screen.
const ScreenPlace: Place = ({ error }) =>
  error ? <FaultScreen error={error} retry={() => location.reload()} /> : null;
const screen = (load: () => Promise<FunctionComponent>) => later(load, ScreenPlace);

// Together with the words of all refusals: in the app any of them may come.
const App = screen(async () => {
  const [{ App }] = await Promise.all([import('./shell/app.tsx'), needTexts('faults')]);
  return App;
});
const SignIn = screen(() => import('./pages/sign-in/page.tsx').then(({ SignIn }) => SignIn));
const Forgotten = screen(() => import('./pages/sign-in/forgotten.tsx').then(({ Forgotten }) => Forgotten));
const LinkPage = screen(() => import('./pages/link/page.tsx').then(({ LinkPage }) => LinkPage));

/** The portal: a page for people who are not signed in, or the app at the address that was opened. */
export function Root() {
  // The screen says that the page is broken. What broke it stands where developers look.
  const [broken] = useErrorBoundary((error: unknown) => console.error(error));
  if (broken !== undefined) return <FaultScreen error={broken} retry={() => location.reload()} />;
  return (
    <LocationProvider>
      <Asking>
        <Entrance />
      </Asking>
    </LocationProvider>
  );
}

/** Asks before a page is left by a button too, where something would be lost. */
function Asking({ children }: { children: ComponentChildren }) {
  const location = useLocation();
  useEffect(() => arrivedAt(location.url), [location.url]);
  const asking = useMemo(
    () => ({ ...location, route: (url: string, replace?: boolean) => void leave(() => location.route(url, replace)) }),
    [location],
  );
  return <LocationProvider.ctx.Provider value={asking}>{children}</LocationProvider.ctx.Provider>;
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
