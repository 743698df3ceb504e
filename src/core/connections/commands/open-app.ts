import { createHash, randomBytes } from 'node:crypto';
import {
  type AppSession,
  type AppTokens,
  CommerceError,
  type PlatformApp,
} from '../../../integrations/commerce/port.ts';
import type { Deps } from '../../deps.ts';
import { addTasks } from './add-tasks.ts';
import { sealTokens, whileClaimed } from './kept-access.ts';

type OpenDeps = Pick<Deps, 'db' | 'secrets'>;

// Long enough to sign in beside it, second factor included. Opening the app again makes another one.
const CODE_MINUTES = 15;
// Of ten letters each is one of 32: 50 bits, which nobody guesses in its minutes. Wrong tries are not counted (`link-app.ts`).
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

/** What the app's page shows to a person of the merchant. `connected` names the store here that has it. */
export type OpenedApp =
  | { kind: 'connected'; storeName: string }
  | { kind: 'code'; code: string; minutes: number }
  | { kind: 'scopes_missing'; missing: string[] };

/**
 * A person of the merchant opened our app there: gets tokens, and gives a code with which somebody who is signed in here links the
 * account to a store. A connection that was refused goes on with the new tokens. Throws `CommerceError`.
 */
export async function openApp(deps: OpenDeps, app: PlatformApp, session: AppSession): Promise<OpenedApp> {
  const of = { app, shop: session.shop };
  await deps.db.query(
    `INSERT INTO app_install (platform, account, sealed, access_until, code_until) VALUES ($1, $2, $3, app_now(), app_now())
     ON CONFLICT (platform, account) DO UPDATE SET opened_at = app_now()`,
    [app.kind, session.shop, deps.secrets.seal('{}')],
  );
  return whileClaimed(deps, of, async () => {
    const tokens = await app.exchange(session);
    return keepTokens(deps, of, tokens);
  });
}

async function keepTokens(
  deps: OpenDeps,
  { app, shop }: { app: PlatformApp; shop: string },
  tokens: AppTokens,
): Promise<OpenedApp> {
  const code = newCode();
  return deps.db.transaction(async (tx) => {
    const [install] = await tx.query<{ storeId: string | null }>(
      `UPDATE app_install SET sealed = $3, access_until = app_now() + $4 * interval '1 second',
         code_hash = CASE WHEN store_id IS NULL AND $7 THEN $5::bytea END, code_until = app_now() + $6 * interval '1 minute'
       WHERE platform = $1 AND account = $2 RETURNING store_id AS "storeId"`,
      [
        app.kind,
        shop,
        sealTokens(deps, tokens),
        tokens.accessSeconds,
        hashOf(code),
        CODE_MINUTES,
        tokens.missingScopes.length === 0,
      ],
    );
    if (!install) throw new CommerceError('unreachable', 'The app was removed meanwhile.');
    const { storeId } = install;
    if (storeId !== null) await addTasks(tx, storeId, [{ what: 'connection' }]);
    if (tokens.missingScopes.length > 0) return { kind: 'scopes_missing', missing: tokens.missingScopes };
    if (storeId === null) return { kind: 'code', code: shown(code), minutes: CODE_MINUTES };
    const [store] = await tx.query<{ name: string }>('SELECT name FROM store WHERE id = $1', [storeId]);
    return { kind: 'connected', storeName: store?.name ?? '' };
  });
}

function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');
}

const shown = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Reads a code that a person typed, and returns what is kept of it. */
export function hashOf(code: string): Buffer {
  const letters = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(letters).digest();
}
