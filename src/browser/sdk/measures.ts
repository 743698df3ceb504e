import { MEASURES_PATH, type MeasuredEvent, type Measures } from '../../protocol/wire/measures.ts';
import { base } from './base.ts';
import { measuresKey } from './settings.ts';

let counts: Measures = {};

/** Counts an event of a waitlist for the merchant. It stores nothing about the shopper or the page. */
export function count(name: MeasuredEvent, releaseId: string | null | undefined): void {
  counts[name] ??= {};
  const byRelease = counts[name];
  const id = releaseId ?? '';
  byRelease[id] = (byRelease[id] ?? 0) + 1;
}

/**
 * Sends the counts when the page is hidden or left. It sends nothing if the shopper's browser has Global Privacy Control
 * on, or if the page turned measures off.
 */
export function tellMeasures(): void {
  document.addEventListener('visibilitychange', () => {
    const key = measuresKey();
    const body = JSON.stringify(counts);
    const mayTell = document.hidden && key && !(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
    if (!mayTell || body === '{}') return;
    counts = {};
    navigator.sendBeacon?.(`${base}${MEASURES_PATH}?${new URLSearchParams({ api_key: key })}`, body);
  });
}
