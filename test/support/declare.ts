import { declareWithdrawal, followDeclaration } from '../../src/core/withdrawals/commands/declare.ts';
import type { Withdrawal } from '../../src/core/withdrawals/queries.ts';

type Declared = Parameters<typeof declareWithdrawal>[1];

/** Declares a withdrawal, and does what follows, as the page does. */
export async function declareAndFollow(
  deps: Parameters<typeof followDeclaration>[0],
  declared: Declared,
): Promise<Withdrawal> {
  const made = await declareWithdrawal(deps, declared);
  await followDeclaration(deps, { storeId: declared.storeId, id: made.id });
  return made;
}
