import { AppError } from '../../../domain/error.ts';
import { parseExternalId } from '../../../domain/external-id.ts';
import type { Sql } from '../../../platform/db.ts';
import { notConnected, readConnection } from '../queries.ts';
import { addTasks } from './add-tasks.ts';
import { beginSync } from './connect.ts';

/** Asks for everything to be read or compared, or for one product to be read, soon. `not_connected`. */
export async function askForSync(
  tx: Sql,
  storeId: string,
  { dryRun, productId }: { dryRun: boolean; productId: string | undefined },
): Promise<void> {
  if (!(await readConnection(tx, storeId))) throw notConnected();
  if (productId === undefined) return beginSync(tx, storeId, { dryRun });
  const refuse = (message: string) => new AppError('invalid_parameter', message, { param: 'product_id' });
  if (dryRun) throw refuse('A product alone is read, not compared.');
  const id = parseExternalId(productId);
  if (id === null) throw refuse('product_id is not an id.');
  await addTasks(tx, storeId, [{ what: 'product', id }]);
}
