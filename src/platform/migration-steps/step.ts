/** PostgreSQL's modes of table locks, weakest first. */
export const LOCK_MODES = [
  'ACCESS SHARE',
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** What a statement does with the rows of a table, under its lock. */
export type Work = 'none' | 'reads' | 'builds an index' | 'rewrites' | 'changes rows';

/** One effect of a statement on one table. */
export type Effect = {
  table: string;
  lock: LockMode;
  work: Work;
  /** Why the version before the migration does not work after it; null if it does. */
  breaks: string | null;
  /** What to do instead, if the effect stops a running service for as long as it works; null if not. */
  instead: string | null;
};

export type Step = { text: string; effects: Effect[] };

/** Returns what a lock keeps waiting: SHARE lets others read, the modes below it let them write. */
export function blocks(lock: LockMode): 'nothing' | 'writes' | 'reads and writes' {
  if (lock === 'ACCESS EXCLUSIVE') return 'reads and writes';
  return LOCK_MODES.indexOf(lock) >= LOCK_MODES.indexOf('SHARE') ? 'writes' : 'nothing';
}

/** Makes an effect: by default one that neither touches rows nor breaks anything. */
export function effect(table: string, lock: LockMode, rest: Partial<Omit<Effect, 'table' | 'lock'>> = {}): Effect {
  return { table, lock, work: 'none', breaks: null, instead: null, ...rest };
}
