import { MONEY_RULES } from './money-rules.ts';
import { PROMISE_RULES } from './promise-rules.ts';
import { RELEASE_RULES } from './release-rules.ts';
import type { Rule } from './rule.ts';
import { STOCK_RULES } from './stock-rules.ts';

/** All rules for one store's books, in the order in which they are checked. */
export const AUDIT_RULES: Record<string, Rule> = {
  ...STOCK_RULES,
  ...MONEY_RULES,
  ...RELEASE_RULES,
  ...PROMISE_RULES,
};
