import type { Declaration } from './withdrawal.ts';

export type Declared = Declaration & { id: string; declaredAt: Date; locale: string };

/**
 * Returns a declaration as one text that is the same each time: JSON with its fields in alphabetical order, without spaces. Two
 * exports say the same if the hashes of these texts are equal.
 */
export function canonicalDeclaration(declared: Declared): string {
  const { declaredAt, email, id, items, locale, name, postalCode, reference } = declared;
  return JSON.stringify({
    declared_at: declaredAt.toISOString(),
    email,
    id,
    items,
    locale,
    name,
    postal_code: postalCode,
    reference,
  });
}
