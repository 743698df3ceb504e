import type { Deps as CoreDeps } from '../core/deps.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { RequestLimits } from './limits.ts';

/** What the surfaces that answer HTTP are given: what the core is given, and what only requests need. */
export type Deps = CoreDeps & {
  /** Ready answers of the public GETs and placement documents. */
  answers: AnswerCache;
  /** How often who may ask; `take` throws `rate_limited`. */
  limits: RequestLimits;
};
