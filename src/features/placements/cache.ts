import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/error.ts';
import { type Content, makeReadyAnswer, type ReadyAnswer } from './ready-answer.ts';

/** Ready answers of the public GETs and of placement documents, dropped when what they show changes. */
export type AnswerCache = {
  /**
   * The answer kept under `key`, else what `load` makes of the database; callers that come while it loads share it.
   * `key` names everything the answer depends on, e.g. `availability <store key> <product id>`.
   */
  read(key: string, load: () => Promise<LoadedAnswer>): Promise<ReadyAnswer>;
  /** The answer kept under `key`, without waiting; undefined when there is none, or a refusal. */
  peek(key: string): ReadyAnswer | undefined;
  /** The product's stock, waitlist, catalogue entry changed (ids are ours, not the platform's). */
  invalidate(storeId: string, productId: string): void;
  /** Something of the store as a whole changed (settings, shipping, origins). */
  invalidateStore(storeId: string): void;
  /** Everything; a process that lost its LISTEN connection knows nothing any more. */
  flush(): void;
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
// What an entry costs besides its body.
const ENTRY_OVERHEAD_BYTES = 1_000;

/**
 * Changes are counted, and each subject (a store, a product) remembers the count of its last one. An entry remembers the
 * count when its read began, so it is valid only while none of its subjects changed since: the same comparison drops what
 * a write made stale and refuses what was read before the write and stored after it.
 */
export function createAnswerCache(options: CacheOptions = {}): AnswerCache {
  const { entriesMax = 20_000, bytesMax = 64 * 1024 * 1024, now = () => performance.now() } = options;
  const entries = new LRUCache<string, Entry>({ max: entriesMax, maxSize: bytesMax, sizeCalculation: sizeOf });
  const loading = new Map<string, { begunAt: number; answer: Promise<ReadyAnswer> }>();
  const changes = new Map<string, number>();
  let count = 0;
  let forgottenUntil = 0;

  function changed(subject: string): void {
    count += 1;
    changes.set(subject, count);
    if (changes.size > CHANGES_MAX) flush();
  }
  function flush(): void {
    count += 1;
    forgottenUntil = count;
    changes.clear();
  }
  function isValid({ begunAt, subjects, expiresAt }: Entry): boolean {
    if (begunAt < forgottenUntil || now() >= expiresAt) return false;
    return subjects.every((subject) => (changes.get(subject) ?? 0) <= begunAt);
  }

  function kept(key: string): ReadyAnswer | AppError | undefined {
    const entry = entries.get(key);
    return entry && isValid(entry) ? entry.answer : undefined;
  }
  async function load(key: string, loadAnswer: () => Promise<LoadedAnswer>): Promise<ReadyAnswer> {
    const begunAt = count;
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
    async read(key, loadAnswer) {
      const ready = kept(key);
      if (ready) return unwrap(ready);
      // Whoever asks after a change must not get what was read before it.
      const running = loading.get(key);
      if (running?.begunAt === count) return running.answer;
      const next = { begunAt: count, answer: load(key, loadAnswer) };
      loading.set(key, next);
      try {
        return await next.answer;
      } finally {
        if (loading.get(key) === next) loading.delete(key);
      }
    },
    invalidate(storeId, productId) {
      changed(`${storeId}/${productId}`);
      changed(`${storeId}/*`);
    },
    invalidateStore: changed,
    flush,
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
