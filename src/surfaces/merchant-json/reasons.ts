import type { Why } from '../../domain/refusal.ts';

/** Writes a reason as its stable name and values, for readers who do not want the English sentence. */
export function reasonJson(why: Why | null) {
  if (why === null) return { reason_code: null, reason_values: null };
  const { reason, ...values } = why;
  return { reason_code: reason, reason_values: values };
}
