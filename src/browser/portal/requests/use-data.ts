import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Fault, faultOf } from './fault.ts';
import { forgetAnswers } from './known-answers.ts';

export type Loaded<Data> = {
  /** The last known data, which may be older than the page. */
  data: Data | undefined;
  fault: Fault | undefined;
  /** Loads it again. Resolves once it is there, or has failed. */
  reload: () => Promise<void>;
};

type Entry = {
  state: Signal<{ data: unknown; fault: Fault | undefined }>;
  load: () => Promise<unknown>;
  /** When it was loaded last, by `performance.now()`. */
  at: number;
  running: Promise<void> | undefined;
  users: number;
  /** How often it is asked for again while it is looked at. */
  lookAgainMs: number;
};

// What is younger is shown without asking again, as after going back at once.
const FRESH_MS = 3_000;
// How often a page that is looked at asks what has changed: two people may work on the same pre-order.
const LOOK_AGAIN_MS = 20_000;
const ENTRIES_MAX = 200;

const entries = new Map<string, Entry>();

/** Returns the data of a key: what is known at once, and what the service says as soon as it has answered. */
export function useData<Data>(key: string, load: () => Promise<Data>, lookAgainMs = LOOK_AGAIN_MS): Loaded<Data> {
  const entry = entryOf(key, load);
  entry.load = load;
  entry.lookAgainMs = lookAgainMs;
  useEffect(() => {
    entry.users += 1;
    if (performance.now() - entry.at > FRESH_MS) void refresh(entry);
    return () => {
      entry.users -= 1;
    };
  }, [key]);
  const { data, fault } = entry.state.value;
  return { data: data as Data | undefined, fault, reload: () => refresh(entry) };
}

/** Loads everything again whose key begins so and that is on the screen, and forgets what is not. */
export function changed(prefix: string): void {
  for (const [key, entry] of entries) {
    if (!key.startsWith(prefix)) continue;
    if (entry.users > 0) void refresh(entry);
    else entries.delete(key);
  }
}

/** Puts data that an answer brought under its key, so that the screen shows it at once. */
export function setData(key: string, data: unknown): void {
  const entry = entries.get(key);
  if (entry) entry.state.value = { data, fault: undefined };
}

/** Forgets everything: another person may sign in. */
export function forgetData(): void {
  entries.clear();
  forgetAnswers();
}

function entryOf(key: string, load: () => Promise<unknown>): Entry {
  const known = entries.get(key);
  if (known) return known;
  if (entries.size >= ENTRIES_MAX) for (const [old, { users }] of entries) if (users === 0) entries.delete(old);
  const state = signal({ data: undefined as unknown, fault: undefined as Fault | undefined });
  const entry: Entry = { state, load, at: -Infinity, running: undefined, users: 0, lookAgainMs: LOOK_AGAIN_MS };
  entries.set(key, entry);
  return entry;
}

/** Loads an entry once, however many ask at the same time. */
function refresh(entry: Entry): Promise<void> {
  entry.running ??= (async () => {
    try {
      entry.state.value = { data: await entry.load(), fault: undefined };
    } catch (error) {
      entry.state.value = { ...entry.state.value, fault: faultOf(error) };
    }
    entry.at = performance.now();
    entry.running = undefined;
  })();
  return entry.running;
}

/** Begins to look again at what is on the screen, while the page is looked at. */
export function keepFresh(): void {
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    for (const entry of entries.values())
      if (entry.users > 0 && performance.now() - entry.at > entry.lookAgainMs - LOOK_AGAIN_MS / 2) void refresh(entry);
  };
  setInterval(look, LOOK_AGAIN_MS);
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
}
