import type { ToDialog } from '../../protocol/wire/frame-messages.ts';
import type { FrameLink } from './frame-link.ts';
import { usesHistory } from './settings.ts';

type DialogLink = FrameLink<ToDialog>;

// While a dialog is open, the history has one more entry: Back closes the dialog, and Forward opens it again. The entry has
// the page's own address and a copy of its state, so that a router that finds it shows the same page. The state stands in it as
// it was too: a text, a list or null has no place for our key.

/** The frame whose dialog is open, unless Back has asked it to close. */
export let shown: DialogLink | undefined;
/** Shows that dialog again. */
export let reopen: () => void;
/** We have asked the browser to go back, which it does later. */
let isLeaving = false;
/** The entry that is one step away: ours from the page's, or the page's from ours. Its kind and its address. */
let neighbour: string | undefined;

/** Returns whether the present entry is ours. A router that replaces it drops our key or changes the address. */
const isOurs = (): boolean => history.state?.serviceDialog === location.href;

export function enter(link: DialogLink, again: () => void): void {
  shown = link;
  reopen = again;
  if (usesHistory && !isLeaving) push();
}

/** Called when the dialog is closed. `goesBack` is false if the page took it away: its router may be about to go on. */
export function leave(link: DialogLink, goesBack: boolean): void {
  if (shown !== link) return;
  shown = undefined;
  isLeaving = goesBack && isOurs();
  if (isLeaving) history.back();
  else neighbour = undefined;
}

function push(): void {
  try {
    if (!isOurs())
      history.pushState({ ...history.state, serviceDialog: location.href, serviceState: history.state }, '');
    neighbour = `false${location.href}`;
  } catch {} // Browsers refuse too many entries in a short time.
}

addEventListener(
  'popstate',
  (event) => {
    const ours = isOurs();
    const isStep = neighbour === ours + location.href;
    const link = shown;
    neighbour = !ours + location.href;
    // A step between the page's entry and ours is none for the page's router, which would render the page again.
    if (isStep) event.stopImmediatePropagation();
    if (isLeaving) {
      isLeaving = false;
      if (link) push(); // opened again meanwhile
    } else if (ours) {
      if (isStep && !link) reopen?.();
    } else if (usesHistory) {
      shown = undefined;
      // A frame that is there closes itself, or asks first.
      if (!isStep || !link?.post({ t: 'back' })) (link?.frame.parentNode as HTMLDialogElement | undefined)?.close();
    }
  },
  true,
);
// The page was loaded again while a dialog was open: the entry becomes the page's own. Going back here would load the page once more
// in some browsers.
if (isOurs()) history.replaceState(history.state.serviceState, '');
