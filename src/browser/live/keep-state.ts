// Keeps what a frame of `npm run dev` holds while its document is loaded again for new code. Call these only where `LIVE` is true.
import type { ObservableState } from '../frames/observable-state.ts';

type Keeping<State, Kept> = {
  /** Whether the page has opened the frame, and the frame has resumed its session. */
  hasBegun(state: State): boolean;
  /** Returns what to keep, as data: without requests, which are not under way any more, and without functions. */
  dataOf(state: State): Kept;
  show(kept: Kept): void;
};

type Begun = { ok: true; value: { session: string } } | { ok: false };

type SessionApi = {
  resume(session: string): void;
  signIn(...given: never[]): Promise<Begun>;
  lookUp(...given: never[]): Promise<Begun>;
};

const RELOAD = 'live:reload';
const SESSION = 'live:session';

/** Tells the functions below that the document is about to be loaded again. */
export const announceReload = () => dispatchEvent(new Event(RELOAD));

/** Keeps a frame's state, and which element has the focus. */
export function keepState<State, Kept>(
  { state, subscribe }: Pick<ObservableState<State>, 'state' | 'subscribe'>,
  { hasBegun, dataOf, show }: Keeping<State, Kept>,
): void {
  const { live: kept, focused } = (history.state ?? {}) as { live?: Kept; focused?: string };
  // A second change may come before the frame shows what was kept for the first.
  let isWaiting = kept !== undefined;
  // The history holds sets too, and of all storage it alone is of this document and its reload.
  addEventListener(RELOAD, () => {
    const now = { live: dataOf(state()), focused: document.activeElement?.id };
    history.replaceState(isWaiting ? { live: kept, focused } : now, '');
  });
  if (!kept) return;
  history.replaceState(null, '');
  // The frame begins as after any reload. Then it shows what was kept.
  const stop = subscribe(() => {
    if (!hasBegun(state())) return;
    stop();
    isWaiting = false;
    show(kept);
    requestAnimationFrame(() => document.getElementById(focused ?? '')?.focus());
  });
}

/** Keeps the session of the status page, which is in the memory of its API alone. */
export function keepSession(api: SessionApi): void {
  let session = sessionStorage.getItem(SESSION) ?? '';
  sessionStorage.removeItem(SESSION);
  if (session) api.resume(session);
  addEventListener(RELOAD, () => sessionStorage.setItem(SESSION, session));
  for (const name of ['signIn', 'lookUp'] as const) {
    const begin = api[name];
    api[name] = async (...given) => {
      const answer = await begin(...given);
      if (answer.ok) session = answer.value.session;
      return answer;
    };
  }
}
