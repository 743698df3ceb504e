import type { CommercePlatform } from '../../../integrations/commerce/port.ts';
import type { Database } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';

const OTHERWISE = 'prices_tax';

/** Tells the merchant when prices are entered with tax on the platform and without it here, or the other way round. */
export async function watchTax(db: Database, platform: CommercePlatform, storeId: string): Promise<void> {
  const { pricesIncludeTax: there } = await platform.check();
  await db.transaction(async (tx) => {
    const [store] = await tx.query<{ here: boolean }>('SELECT prices_include_tax AS here FROM store WHERE id = $1', [
      storeId,
    ]);
    if (there === undefined || there === store?.here) {
      return resolveAlert(tx, storeId, { code: OTHERWISE, subjectId: storeId });
    }
    const text = there ? `${OTHERWISE}.included` : `${OTHERWISE}.excluded`;
    return raiseAlert(tx, storeId, { text, subjectId: storeId, values: {}, next: { step: 'connect_platform' } });
  });
}
