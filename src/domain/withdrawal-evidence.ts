import type { Declaration } from './withdrawal.ts';

export type Declared = Declaration & {
  id: string;
  declaredAt: Date;
  locale: string;
  /** Only the customer of the pre-order can have declared it. */
  proven: boolean;
  /** The line items that were chosen; empty for all of them, and where the words say which. */
  lineIds: readonly string[];
};

/**
 * Returns a declaration as one text that is the same each time: JSON with its fields in alphabetical order, without spaces. Two
 * exports say the same if the hashes of these texts are equal.
 */
export function canonicalDeclaration(declared: Declared): string {
  const { declaredAt, email, id, items, lineIds, locale, name, postalCode, proven, reference } = declared;
  return JSON.stringify({
    declared_at: declaredAt.toISOString(),
    email,
    id,
    items,
    line_ids: [...lineIds].sort(),
    locale,
    name,
    postal_code: postalCode,
    proven,
    reference,
  });
}
