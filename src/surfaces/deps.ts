import type { Deps as CoreDeps } from '../core/deps.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { GuessLimits, RequestLimits } from './limits.ts';

/** The dependencies of the HTTP surfaces: those of the core, and those that only requests need. */
export type Deps = CoreDeps & {
  /** Ready answers of the public GETs and placement documents. */
  answers: AnswerCache;
  /** Rate limits of requests; `take` throws `rate_limited`. */
  limits: RequestLimits;
  /** Limits against guessing; `take` rejects with `rate_limited`. */
  guesses: GuessLimits;
};
