import { useEffect, useRef } from 'preact/hooks';
import { t } from '../texts.ts';
import { ask } from './ask.ts';

/**
 * What somebody would lose by leaving: what they typed, what is shown only once, an app that has a key and is not switched on, or the rest
 * of what is being done.
 */
export type Loss = 'unsaved' | 'once' | 'begun' | 'running';

/** Says what would be lost. What is being sent is known only once that has ended. */
export type Keeps = () => Loss | undefined | Promise<Loss | undefined>;

/** Of a window that shows something only once. */
export const once = (): Loss => 'once';

/** Of a window whose work ends only with its last step. */
export const begun = (): Loss => 'begun';

const keepers = new Set<Keeps>();
// True while a step that somebody agreed to is taken.
let passing = false;
// The address that is shown, and its place in the browser's history: when a step is noticed, the browser is elsewhere already.
let shown = location.href;
let place = placeIn(history.state) ?? 0;
// True while a step is taken back.
let returning = false;

/** Asks before the page is left, as long as `keeps` says that something would be lost. */
export function useKept(keeps: Keeps): void {
  const now = useRef(keeps);
  now.current = keeps;
  useEffect(() => {
    const keeper = () => now.current();
    keepers.add(keeper);
    return () => void keepers.delete(keeper);
  }, []);
}

/** Says what the whole page would lose. */
export function keptNow(): ReturnType<Keeps> {
  for (const keeps of passing ? [] : keepers) {
    const kept = keeps();
    if (kept) return kept;
  }
  return undefined;
}

/** Resolves with true if nothing of the page would be lost, or if the person agrees. */
export const mayLeave = (): Promise<boolean> => mayLose(keptNow());

/** Resolves with true if one window keeps nothing, or if the person agrees. */
export async function mayLose(keeping: ReturnType<Keeps>): Promise<boolean> {
  const kept = await keeping;
  if (!kept) return true;
  return ask({
    title: t(`leave.${kept}`),
    text: t(`leave.${kept}.text`),
    stay: t('leave.stay'),
    go: t(`leave.${kept}.go`),
  });
}

/** Takes a step that leaves the page, once the person agrees. */
export async function leave(step: () => void): Promise<void> {
  if (keptNow() && !(await mayLeave())) return;
  passing = true;
  step();
  passing = false;
}

/** Notes which address is shown. */
export function arrivedAt(url: string): void {
  shown = new URL(url, location.origin).href;
}

/** Begins to ask before links, the browser's buttons and a reload. It must begin before the router, to hear of each step first. */
export function watchLeaving(): void {
  numberEntries();
  addEventListener('beforeunload', (event) => keptNow() && event.preventDefault());
  addEventListener('click', onClick, true);
  addEventListener('popstate', onStep, true);
}

function onClick(event: MouseEvent): void {
  const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (elsewhere || !keptNow()) return;
  const link = event.composedPath().find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement);
  if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  void leave(() => link.click());
}

function placeIn(state: unknown): number | undefined {
  return (state as { place?: number } | null)?.place;
}

/** Has each entry of the history know its place, so that a step is taken back however far it went. */
function numberEntries(): void {
  const { pushState, replaceState } = history;
  history.pushState = (state, unused, url) => {
    place += 1;
    pushState.call(history, { ...state, place }, unused, url);
  };
  history.replaceState = (state, unused, url) => replaceState.call(history, { ...state, place }, unused, url);
  history.replaceState(history.state, '');
}

function onStep(event: PopStateEvent): void {
  const to = placeIn(event.state) ?? place;
  if (returning) {
    returning = false;
    event.stopImmediatePropagation();
    return;
  }
  if (!keptNow() || to === place || location.href.split('#')[0] === shown.split('#')[0]) {
    passing = false;
    place = to;
    return;
  }
  event.stopImmediatePropagation();
  returning = true;
  history.go(place - to);
  void mayLeave().then((agreed) => {
    if (!agreed) return;
    passing = true; // until the step is noticed
    history.go(to - place);
  });
}
