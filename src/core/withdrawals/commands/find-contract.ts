import { plainLetters } from '../../../domain/plain-letters.ts';
import { parseReference } from '../../../domain/reference.ts';
import type { Declaration } from '../../../domain/withdrawal.ts';
import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import { isPlaceOf } from '../../preorders/queries/place-of.ts';
import type { PreorderAddress } from '../../preorders/queries.ts';

type Candidate = {
  id: string;
  reference: string;
  /** What the pre-order is called in the system from which it was moved in; null if it was placed here. */
  formerName: string | null;
  address: PreorderAddress;
  open: boolean;
};

/**
 * Returns the id of the pre-order that somebody withdraws from: the one with this reference and e-mail address, also by the name that a
 * moved-in one had before; or, where the reference names none, the only open one of this address, name and postcode. Null if there is none
 * or several: a person has to decide then.
 */
export async function findContract(sql: Sql, storeId: string, declared: Declaration): Promise<string | null> {
  const candidates = await sql.query<Candidate>(
    `SELECT o.id, o.reference, m.key AS "formerName", c.address,
            EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id
                      AND l.state NOT IN ('cancelled', 'returned')) AS open
     FROM preorder o JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
     LEFT JOIN imported m ON m.store_id = o.store_id AND m.subject_id = o.id
     WHERE o.store_id = $1 AND o.customer_key = $2`,
    [storeId, customerKeyOf(storeId, declared.email)],
  );
  const reference = parseReference(declared.reference);
  const own = candidates.find((one) => reference !== null && one.reference === reference);
  if (own) return own.id;
  const former = candidates.filter(
    ({ formerName }) => formerName !== null && isSameName(formerName, declared.reference),
  );
  if (former.length === 1) return former[0]?.id ?? null;
  const alike = candidates.filter(({ address, open }) => open && isTheirs(address, declared));
  return alike.length === 1 ? (alike[0]?.id ?? null) : null;
}

function isTheirs(address: PreorderAddress, { name, postalCode }: Declaration): boolean {
  const said = ` ${fold(name)} `;
  const lastName = fold(address.lastName ?? '');
  return lastName !== '' && said.includes(` ${lastName} `) && postalCode !== '' && isPlaceOf(address, postalCode);
}

/**
 * An order's number is typed with and without its sign (number sign, dash). `former` may end with the number of a line of that order
 * (`domain/import-file.ts`), which a customer does not know.
 */
function isSameName(former: string, typed: string): boolean {
  const folded = fold(typed);
  return folded !== '' && [former, former.replace(/ \S+$/, '')].some((name) => fold(name) === folded);
}

const fold = (text: string): string =>
  plainLetters(text.normalize('NFKC').toLowerCase())
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
