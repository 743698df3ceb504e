import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './stage.ts';

const AGAIN_MS = 200;

/** What the page confirmed: the address of each declaration by its id. */
export type Confirmed = Map<string, string>;

export const somebodysAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** `from`: the client's address. `refused`: told of each answer that is an error; the page is sent again all the same. */
type Who = { from: string; refused?: (status: number) => void };

/** Declares in both steps, and sends a page again when it asks for that. Resolves with the id of the declaration. */
export async function declareOne(stage: Stage, { email, ...who }: Who & { email: string }): Promise<string> {
  const reference = await unclaimedReference(stage).catch(() => null);
  const fields = { name: 'Zoë Müller', email, postal_code: '50667', reference: reference ?? 'PO-UNKNOWN' };
  const review = await untilAnswered(
    stage,
    { ...who, fields: { ...fields, step: 'review' } },
    (page) => idIn(page) !== null,
  );
  const id = idIn(review) ?? '';
  // The page that asks to send it again has the id as well.
  await untilAnswered(stage, { ...who, fields: { ...fields, id, step: 'confirm' } }, (page) => idIn(page) === null);
  return id;
}

const idIn = (page: string): string | null => /name="id" value="([0-9a-f-]+)"/.exec(page)?.[1] ?? null;

type Typed = Who & { fields: Record<string, string> };

async function untilAnswered(stage: Stage, { from, fields, refused }: Typed, isIt: (page: string) => boolean) {
  for (;;) {
    try {
      const answer = await fetch(`${stage.front}/withdraw/${stage.offer.storeKey}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        body: new URLSearchParams(fields),
      });
      const page = await answer.text();
      if (answer.ok && isIt(page)) return page;
      if (!answer.ok) refused?.(answer.status);
    } catch {
      // There is no answer while the only service starts again.
    }
    await sleep(AGAIN_MS);
  }
}

/** Returns the reference of a pre-order without a withdrawal for every second declaration, else null. */
async function unclaimedReference({ db }: Stage): Promise<string | null> {
  if (randomInt(2) === 0) return null;
  const [row] = await db.query<{ reference: string }>(
    `SELECT o.reference FROM preorder o
     WHERE NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.store_id = o.store_id AND w.preorder_id = o.id)
     ORDER BY random() LIMIT 1`,
  );
  return row?.reference ?? null;
}
