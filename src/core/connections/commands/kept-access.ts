import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AppTokens,
  CommerceError,
  type KeptAccess,
  type PlatformApp,
} from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';

export type AccessDeps = Pick<Deps, 'db' | 'secrets'>;
type OfShop = { app: PlatformApp; shop: string };
type KeptTokens = { access: string; refresh: string; ends: boolean };

// A request that begins with a token has to end with it.
const EARLY_SECONDS = 120;
// Longer than a platform takes to answer; a process that dies leaves the renewing to another one after that time.
const CLAIM_MS = 60_000;
const CLAIM_TRIES = 80;
const CLAIM_PAUSE_MS = 250;

/**
 * Gives the tokens of an account that has our app. They last an hour, and each one ends the one before: one process at a time renews them,
 * and all others take what it wrote.
 */
export function keptAccess(deps: AccessDeps, { app, shop }: OfShop): KeptAccess {
  return {
    origin: app.originOf(shop),
    async token() {
      const kept = await readKept(deps, { app, shop });
      return kept.ends ? renew(deps, { app, shop }, kept.access) : kept.access;
    },
    async renew(refused) {
      return (await renew(deps, { app, shop }, refused)) !== refused;
    },
  };
}

/** Resolves with another token than this one: the one that another process has got meanwhile, or a new one. */
async function renew(deps: AccessDeps, { app, shop }: OfShop, old: string): Promise<string> {
  return whileClaimed(deps, { app, shop }, async (claim) => {
    const kept = await readKept(deps, { app, shop });
    if (kept.access !== old) return kept.access;
    const tokens = await app.refresh(shop, kept.refresh);
    await deps.db.query(
      `UPDATE app_install SET sealed = $3, access_until = app_now() + $4 * interval '1 second'
       WHERE platform = $1 AND account = $2 AND renewing_until = $5::timestamptz`,
      [app.kind, shop, sealTokens(deps, tokens), tokens.accessSeconds, claim],
    );
    return tokens.access;
  });
}

/** Runs what asks for tokens of an account. Only this process asks meanwhile: the platform ends the tokens that it gave before. */
export async function whileClaimed<Answer>(
  { db }: Pick<Deps, 'db'>,
  { app, shop }: OfShop,
  ask: (claim: string) => Promise<Answer>,
): Promise<Answer> {
  const claim = await claimTokens(db, { app, shop });
  try {
    return await ask(claim);
  } finally {
    await db.query(
      `UPDATE app_install SET renewing_until = NULL WHERE platform = $1 AND account = $2 AND renewing_until = $3::timestamptz`,
      [app.kind, shop, claim],
    );
  }
}

async function claimTokens(db: Sql, { app, shop }: OfShop): Promise<string> {
  for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
    const [claimed] = await db.query<{ until: string }>(
      `UPDATE app_install SET renewing_until = app_now() + $3 * interval '1 millisecond'
       WHERE platform = $1 AND account = $2 AND (renewing_until IS NULL OR renewing_until < (SELECT app_now()))
       RETURNING renewing_until::text AS until`,
      [app.kind, shop, CLAIM_MS],
    );
    if (claimed) return claimed.until;
    await sleep(CLAIM_PAUSE_MS);
  }
  throw new CommerceError('unreachable', 'Another process is asking for a token of this account.');
}

async function readKept({ db, secrets }: AccessDeps, { app, shop }: OfShop): Promise<KeptTokens> {
  const [row] = await db.query<{ sealed: Buffer; ends: boolean }>(
    `SELECT sealed, access_until < (SELECT app_now()) + $3 * interval '1 second' AS ends FROM app_install
     WHERE platform = $1 AND account = $2`,
    [app.kind, shop, EARLY_SECONDS],
  );
  if (!row) throw new CommerceError('unauthorised', 'The app is not installed there any more.');
  const { access, refresh }: Omit<KeptTokens, 'ends'> = JSON.parse(secrets.open(row.sealed));
  return { access, refresh, ends: row.ends };
}

export function sealTokens({ secrets }: Pick<Deps, 'secrets'>, { access, refresh }: AppTokens): Buffer {
  return secrets.seal(JSON.stringify({ access, refresh }));
}

/** The access of a connection whose app the operator has taken away. */
export const NO_APP: KeptAccess = {
  origin: 'https://app.invalid',
  token: async () => {
    throw new CommerceError('unauthorised', 'This installation has no app on the platform any more.');
  },
  renew: async () => false,
};
