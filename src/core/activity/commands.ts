import { oneRow } from '../../platform/columns.ts';
import type { Sql } from '../../platform/db.ts';
import { newRowId } from '../../platform/row-id.ts';

/** Who changes something: a token, a staff member, or the command line of the server. */
export type Principal =
  | { kind: 'token' | 'staff'; id: string; name: string }
  | { kind: 'command_line'; id: null; name: string };

/** Who acts where the operating system tells no name. */
export const COMMAND_LINE = { kind: 'command_line', id: null, name: 'command line' } satisfies Principal;

export type NewActivity = {
  storeId: string;
  by: Principal;
  /** Such as `waitlist.update`. */
  action: string;
  /** The id or reference that the merchant knows. */
  subject: string;
  /** The thing before and after, without a shopper's data. Only the fields that differ are kept. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
};

/** Writes into the activity log, in the transaction of the change. */
export async function recordActivity(tx: Sql, { storeId, by, ...entry }: NewActivity): Promise<void> {
  const { before = {}, after = {} } = entry;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const row = oneRow({
    store_id: storeId,
    id: newRowId(),
    by_kind: by.kind,
    by_id: by.id,
    by_name: by.name,
    action: entry.action,
    subject: entry.subject,
    before: pick(before, changed),
    after: pick(after, changed),
    request_id: entry.requestId,
  });
  await tx.query(`INSERT INTO activity (${row.names}) VALUES (${row.params})`, row.values);
}

function pick(fields: Record<string, unknown>, names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]])));
}
