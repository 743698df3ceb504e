import { MEASURES_PATH, type MeasuredEvent, type Measures } from '../../protocol/wire/measures.ts';
import { base } from './base.ts';

let counts: Measures = {};

/** Counts an event for the merchant: how often it happened for a waitlist, and nothing of who or where. */
export function count(name: MeasuredEvent, releaseId: string | null | undefined): void {
  counts[name] ??= {};
  const byRelease = counts[name];
  const id = releaseId ?? '';
  byRelease[id] = (byRelease[id] ?? 0) + 1;
}

/**
 * Sends what was counted when the page is left or put aside. Not for a shopper whose browser asks not to be measured, nor
 * where the page said so: `apiKey` is '' then.
 */
export function tellMeasures(apiKey: () => string): void {
  document.addEventListener('visibilitychange', () => {
    const key = apiKey();
    const body = JSON.stringify(counts);
    const mayTell = document.hidden && key && !(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
    if (!mayTell || body === '{}') return;
    counts = {};
    navigator.sendBeacon?.(`${base}${MEASURES_PATH}?${new URLSearchParams({ api_key: key })}`, body);
  });
}
