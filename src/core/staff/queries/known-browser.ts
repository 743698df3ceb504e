import { randomUUID } from 'node:crypto';
import { KNOWN_BROWSER_DAYS } from '../../../domain/staff.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';

const PURPOSE = 'known-browser';
const SHOWN = /^(?<claim>(?<browser>[\da-f-]{36})\.(?<until>\d{1,12}))\.(?<proof>[\w-]{43})$/;

type BrowserDeps = Pick<Deps, 'db' | 'secrets'>;

/**
 * Returns what a browser shows from now on to be known as one with which this member signed in. It is derived from the stored hash of the
 * password, so a new password ends it. A browser that is known already keeps its id, and the tries that are counted under it.
 */
export async function knowBrowser(
  { db, secrets }: BrowserDeps,
  memberId: string,
  browser: string | null,
): Promise<string> {
  const { hash, now } = await readStamp(db, memberId);
  const claim = `${browser ?? randomUUID()}.${Math.floor(now) + KNOWN_BROWSER_DAYS * 86_400}`;
  return `${claim}.${secrets.derive(PURPOSE, `${memberId} ${claim} ${hash}`)}`;
}

/** Returns the id of the browser that shows this; null when it is not known as this member's. */
export async function findKnownBrowser(
  { db, secrets }: BrowserDeps,
  memberId: string,
  shown: string,
): Promise<string | null> {
  const { claim, browser, until, proof } = SHOWN.exec(shown)?.groups ?? {};
  if (claim === undefined || browser === undefined || proof === undefined) return null;
  const { hash, now } = await readStamp(db, memberId);
  const isGood = Number(until) > now && secrets.matches(PURPOSE, `${memberId} ${claim} ${hash}`, proof);
  return isGood ? browser : null;
}

async function readStamp(sql: Sql, memberId: string): Promise<{ hash: string; now: number }> {
  const [stamp] = await sql.query<{ hash: string; now: number }>(
    'SELECT password_hash AS hash, extract(epoch FROM app_now())::float8 AS now FROM staff_member WHERE id = $1',
    [memberId],
  );
  return stamp ?? { hash: '', now: Infinity }; // nobody is known as a member who does not exist
}
