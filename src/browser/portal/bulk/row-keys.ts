import { isForPage } from '../requests/single-keys.ts';

/** Has j and k go to the next row and back, and x tick it. Returns what ends that. */
export function listenToKeys(bodyOf: () => HTMLElement | null): () => void {
  const press = (event: KeyboardEvent) => {
    const body = bodyOf();
    const moves = { j: 1, k: -1, x: 0 }[event.key];
    if (body === null || moves === undefined || !isMeant(event, body)) return;
    event.preventDefault();
    const rows = [...body.querySelectorAll<HTMLElement>('tr')];
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    if (moves === 0) rows[here]?.querySelector('input')?.click();
    else targetIn(rows[Math.min(rows.length - 1, Math.max(0, here + moves))])?.focus();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

/** Pressed elsewhere on the page, the letters mean something else. */
function isMeant(event: KeyboardEvent, body: HTMLElement): boolean {
  const place = event.target as HTMLElement;
  return isForPage(event) && (place === document.body || place.tagName === 'H1' || body.contains(place));
}

/** A row that cannot be ticked is gone to by its link. */
const targetIn = (row: HTMLElement | undefined): HTMLElement | null | undefined =>
  row?.querySelector<HTMLElement>('input:enabled') ?? row?.querySelector('a');
