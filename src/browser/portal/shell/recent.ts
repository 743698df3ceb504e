import type { Store } from '../requests/session.ts';
import type { Command } from './command.ts';

const KEPT_MAX = 5;

const keyOf = ({ slug }: Store) => `portal.recent.${slug}`;

/** Returns where the palette has led to in this tab, the latest first. */
export function readRecent(store: Store): Command[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(store)) ?? '[]');
  } catch {
    return [];
  }
}

/** Keeps where the palette leads to, until the tab is closed. People are not kept. */
export function keepRecent(store: Store, { before, inner: _, hint: __, ...command }: Command): void {
  if (before || command.value === 'search' || command.value.startsWith('act ')) return;
  const others = readRecent(store).filter(({ value }) => value !== command.value);
  sessionStorage.setItem(keyOf(store), JSON.stringify([command, ...others].slice(0, KEPT_MAX)));
}
