import { LRUCache } from 'lru-cache';
import { AppError } from '../domain/error.ts';
import { type Content, makeReadyAnswer, type ReadyAnswer } from '../platform/ready-answer.ts';

/** A cache of ready answers of the public GETs and of placement documents. A change of their content drops them. */
export type AnswerCache = {
  /**
   * Returns the cache entry of `key`, or loads it. Concurrent callers share one load. `key` names everything that the
   * answer depends on, e.g. `availability <store key> <product id>`.
   */
  read(key: string, load: () => Promise<LoadedAnswer>): Promise<ReadyAnswer>;
  /** Returns the cached answer of `key` at once; undefined if there is none, or if it is a refusal. */
  peek(key: string): ReadyAnswer | undefined;
  /** Remembers the cache key of an address. It never changes for an address. */
  learn(url: string, answer: AnswerKey): void;
  /** Returns the cache key of an address that was requested before. */
  recall(url: string): AnswerKey | undefined;
  /**
   * Drops answers about a product after a change of its stock, waitlist or catalogue entry (ids are ours, not the
   * platform's).
   */
  invalidate(storeId: string, productId: string): void;
  /** Drops all answers about a store after a change of the store itself (settings, shipping, origins). */
  invalidateStore(storeId: string): void;
  /** Drops everything, because a process that has lost its LISTEN connection may have missed changes. */
  flush(): void;
};

export type AnswerKey = {
  /** The key of the cache entry. */
  key: string;
  storeKey: string;
  /** The pattern of the route, for metrics. */
  route: string;
};

export type LoadedAnswer = {
  /** The store of the answer (our id); null if no store has the given key. */
  storeId: string | null;
  /** The product of the answer (our id); null if any product of the store can change it. */
  productId: string | null;
  /** Milliseconds until the next launch or close changes it; null for never. */
  msUntilChange: number | null;
  /** The content, or a refusal, which is cached for the same time. */
  content: Content | AppError;
};

export type CacheOptions = { entriesMax?: number; bytesMax?: number; now?: () => number };

/** How long an answer is kept at most, if no change drops it. */
export const ANSWER_TTL_MS = 2_000;

type Entry = { answer: ReadyAnswer | AppError; begunAt: number; subjects: readonly string[]; expiresAt: number };

// The number of subjects whose changes are counted. Beyond it everything is dropped once and counting begins again.
const CHANGES_MAX = 20_000;
// Several spellings of an address have the same answer, so there are more addresses than answers.
const ADDRESSES_PER_ENTRY = 2;
const ADDRESS_LENGTH_MAX = 300;
// Memory of an entry besides its body.
const ENTRY_OVERHEAD_BYTES = 1_000;

export function createAnswerCache(options: CacheOptions = {}): AnswerCache {
  const { entriesMax = 20_000, bytesMax = 64 * 1024 * 1024, now = () => performance.now() } = options;
  const entries = new LRUCache<string, Entry>({ max: entriesMax, maxSize: bytesMax, sizeCalculation: sizeOf });
  const addresses = new LRUCache<string, AnswerKey>({ max: entriesMax * ADDRESSES_PER_ENTRY });
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
    learn(url, answer) {
      if (url.length <= ADDRESS_LENGTH_MAX) addresses.set(url, answer);
    },
    recall: (url) => addresses.get(url),
    async read(key, loadAnswer) {
      const ready = kept(key);
      if (ready) return unwrap(ready);
      // A caller that asks after a change must not share a load that began before it.
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
 * Counts changes and stores for each subject (a store, a product) the count of its last change. An entry stores the count
 * at which its load began, and is valid while none of its subjects has a higher one. This comparison drops stale entries,
 * and also rejects an answer that was loaded before a write but stored after it.
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
