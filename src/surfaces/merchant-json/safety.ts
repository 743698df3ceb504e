import type { SafetyEntries } from '../../core/catalog/queries/safety.ts';
import type { Product } from '../../core/catalog/queries.ts';
import { namesMaker, type ProductSafety } from '../../domain/product-safety.ts';
import type { AdminSafety, SafetyBody } from '../../protocol/schema/admin-api/safety.ts';

export function safetyJson({ externalId, handle }: Product, { hand, catalogue }: SafetyEntries): AdminSafety {
  return {
    product: { id: externalId, product_code: handle },
    shown: hand ? 'hand' : catalogue ? 'catalogue' : null,
    names_maker: namesMaker(hand ?? catalogue),
    hand: hand && entryJson(hand),
    catalogue: catalogue && entryJson(catalogue),
  };
}

const entryJson = ({ maker, responsible, warnings }: ProductSafety): SafetyBody => ({
  maker,
  responsible_person: responsible,
  warnings,
});

export const safetyFrom = ({ maker, responsible_person: responsible, warnings }: SafetyBody): ProductSafety => ({
  maker,
  responsible,
  warnings,
});
