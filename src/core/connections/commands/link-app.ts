import { AppError } from '../../../domain/error.ts';
import type { PlatformApp } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { kindOf } from '../queries.ts';
import { type ConnectDeps, type ConnectedStore, takeUp } from './connect.ts';
import { keptAccess } from './kept-access.ts';
import { hashOf } from './open-app.ts';

type AppLinkRequest = { address: string; code: string };

/**
 * Connects a store with the account in which somebody has just opened our app, as the code proves that it showed there. An account that
 * another store has stays with it. `invalid_parameter`, the same for every code that does not fit; the rest as `connect`.
 */
export async function linkApp(
  deps: ConnectDeps,
  store: ConnectedStore,
  { address, code }: AppLinkRequest,
): Promise<void> {
  const { app } = deps.platforms;
  if (!app) throw noApp();
  const shop = app.readShop(address);
  if (shop === null) {
    const message = 'address is the one that the platform gave your store, such as north-and-pine.myshopify.com.';
    throw new AppError('invalid_parameter', message, { param: 'address' });
  }
  const wanted = { app, shop, hash: hashOf(code.slice(0, 40)) };
  await checkCode(deps.db, wanted);
  const access = keptAccess(deps, { app, shop });
  const found = { kind: kindOf(deps, app.kind), settings: { address: shop }, access };
  await takeUp(deps, store, { ...found, keep: (tx) => useCode(tx, store.id, wanted) });
}

type CodeClaim = { app: PlatformApp; shop: string; hash: Buffer };

// The row that a code opens. It says nothing of an account that a store has already.
const FITS = `
  platform = $1 AND account = $2 AND store_id IS NULL AND code_hash = $3 AND code_until > (SELECT app_now())`;

/**
 * Throws for a code that does not fit. It counts none of them: a code has 50 random bits, which cannot be guessed in its minutes, and a
 * count would let others end a code that they do not have.
 */
async function checkCode(sql: Sql, { app, shop, hash }: CodeClaim): Promise<void> {
  const [fits] = await sql.query(`SELECT 1 FROM app_install WHERE ${FITS}`, [app.kind, shop, hash]);
  if (!fits) throw wrongCode();
}

/** Uses the code up. Two who have it at once cannot both. The account that the store had is free. */
async function useCode(tx: Sql, storeId: string, { app, shop, hash }: CodeClaim): Promise<void> {
  await tx.query('UPDATE app_install SET store_id = NULL WHERE store_id = $1', [storeId]);
  const [used] = await tx.query(`UPDATE app_install SET store_id = $4, code_hash = NULL WHERE ${FITS} RETURNING 1`, [
    app.kind,
    shop,
    hash,
    storeId,
  ]);
  if (!used) throw wrongCode();
}

function wrongCode(): AppError {
  const message =
    'The code does not fit this address, or is not valid any longer. Open the app there again: it shows another one.';
  return new AppError('invalid_parameter', message, { param: 'code' });
}

function noApp(): AppError {
  return new AppError(
    'invalid_parameter',
    'This installation has no app on a platform. Connect with an app of your own.',
    {
      param: 'address',
    },
  );
}
