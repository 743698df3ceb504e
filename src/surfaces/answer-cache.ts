import { LRUCache } from 'lru-cache';
import { AppError } from '../domain/error.ts';
import { type Content, makeReadyAnswer, type ReadyAnswer } from '../platform/ready-answer.ts';

/** Ready answers of the public GETs and of placement documents, dropped when what they show changes. */
export type AnswerCache = {
  /**
   * The answer kept under `key`, else what `load` makes of the database; callers that come while it loads share it.
   * `key` names everything the answer depends on, e.g. `availability <store key> <product id>`.
   */
  read(key: string, load: () => Promise<LoadedAnswer>): Promise<ReadyAnswer>;
  /** The answer kept under `key`, without waiting; undefined when there is none, or a refusal. */
  peek(key: string): ReadyAnswer | undefined;
  /** Remembers that an address asks this; what an address asks never changes. */
  learn(url: string, asked: Asked): void;
  /** What the address asks, if it was asked before. */
  recall(url: string): Asked | undefined;
  /** The product's stock, waitlist, catalogue entry changed (ids are ours, not the platform's). */
  invalidate(storeId: string, productId: string): void;
  /** Something of the store as a whole changed (settings, shipping, origins). */
  invalidateStore(storeId: string): void;
  /** Everything; a process that lost its LISTEN connection knows nothing any more. */
  flush(): void;
};

export type Asked = {
  /** What `read` keeps the answer under. */
  key: string;
  storeKey: string;
  /** The pattern of the route that answered. */
  route: string;
};

export type LoadedAnswer = {
  /** The store the answer speaks of (our id); null when there is none for the key that was given. */
  storeId: string | null;
  /** The product it speaks of (our id); null when any product of the store may change it. */
  productId: string | null;
  /** Milliseconds until it changes by the clock alone, at the next launch or close; null for never. */
  msUntilChange: number | null;
  /** What to send, or the refusal, which is kept just as long. */
  content: Content | AppError;
};

export type CacheOptions = { entriesMax?: number; bytesMax?: number; now?: () => number };

/** The longest an answer is kept without being told of a change. */
export const ANSWER_TTL_MS = 2_000;

type Entry = { answer: ReadyAnswer | AppError; begunAt: number; subjects: readonly string[]; expiresAt: number };

// Changes of so many products are told apart; then everything is forgotten once and counting begins again.
const CHANGES_MAX = 20_000;
// Addresses that differ in nothing but their spelling are kept each, so there are more of them than of answers.
const ADDRESSES_PER_ENTRY = 2;
const ADDRESS_LENGTH_MAX = 300;
// What an entry costs besides its body.
const ENTRY_OVERHEAD_BYTES = 1_000;

export function createAnswerCache(options: CacheOptions = {}): AnswerCache {
  const { entriesMax = 20_000, bytesMax = 64 * 1024 * 1024, now = () => performance.now() } = options;
  const entries = new LRUCache<string, Entry>({ max: entriesMax, maxSize: bytesMax, sizeCalculation: sizeOf });
  const addresses = new LRUCache<string, Asked>({ max: entriesMax * ADDRESSES_PER_ENTRY });
  const loading = new Map<string, { begunAt: number; answer: Promise<ReadyAnswer> }>();
  const changes = createChangeCounter();

  const isValid = (entry: Entry) => now() < entry.expiresAt && changes.noneSince(entry.begunAt, entry.subjects);
  function kept(key: string): ReadyAnswer | AppError | undefined {
    const entry = entries.get(key);
    return entry && isValid(entry) ? entry.answer : undefined;
  }
  async function load(key: string, loadAnswer: () => Promise<LoadedAnswer>): Promise<ReadyAnswer> {
    const begunAt = changes.count();
    const at = now();
    const { storeId, productId, msUntilChange, content } = await loadAnswer();
    const answer = content instanceof AppError ? content : makeReadyAnswer(content, msUntilChange);
    const expiresAt = at + Math.min(ANSWER_TTL_MS, msUntilChange ?? ANSWER_TTL_MS);
    const entry = { answer, begunAt, subjects: subjectsOf(storeId, productId), expiresAt };
    if (isValid(entry)) entries.set(key, entry);
    return unwrap(answer);
  }

  return {
    peek(key) {
      const answer = kept(key);
      return answer instanceof AppError ? undefined : answer;
    },
    learn(url, asked) {
      if (url.length <= ADDRESS_LENGTH_MAX) addresses.set(url, asked);
    },
    recall: (url) => addresses.get(url),
    async read(key, loadAnswer) {
      const ready = kept(key);
      if (ready) return unwrap(ready);
      // Whoever asks after a change must not get what was read before it.
      const running = loading.get(key);
      if (running?.begunAt === changes.count()) return running.answer;
      const next = { begunAt: changes.count(), answer: load(key, loadAnswer) };
      loading.set(key, next);
      try {
        return await next.answer;
      } finally {
        if (loading.get(key) === next) loading.delete(key);
      }
    },
    invalidate(storeId, productId) {
      changes.add(`${storeId}/${productId}`);
      changes.add(`${storeId}/*`);
    },
    invalidateStore: changes.add,
    flush: changes.forget,
  };
}

/**
 * Changes are counted, and each subject (a store, a product) remembers the count of its last one. An entry remembers the
 * count when its read began, so it is valid only while none of its subjects changed since: the same comparison drops what
 * a write made stale and refuses what was read before the write and stored after it.
 */
function createChangeCounter() {
  const lastOf = new Map<string, number>();
  let count = 0;
  let forgottenUntil = 0;

  function forget(): void {
    count += 1;
    forgottenUntil = count;
    lastOf.clear();
  }
  return {
    count: () => count,
    add(subject: string): void {
      count += 1;
      lastOf.set(subject, count);
      if (lastOf.size > CHANGES_MAX) forget();
    },
    forget,
    noneSince(since: number, subjects: readonly string[]): boolean {
      if (since < forgottenUntil) return false;
      return subjects.every((subject) => (lastOf.get(subject) ?? 0) <= since);
    },
  };
}

function subjectsOf(storeId: string | null, productId: string | null): string[] {
  return storeId === null ? [] : [storeId, `${storeId}/${productId ?? '*'}`];
}

function unwrap(answer: ReadyAnswer | AppError): ReadyAnswer {
  if (answer instanceof AppError) throw answer;
  return answer;
}

function sizeOf({ answer }: Entry, key: string): number {
  return ENTRY_OVERHEAD_BYTES + key.length + (answer instanceof AppError ? 0 : answer.body.length);
}
