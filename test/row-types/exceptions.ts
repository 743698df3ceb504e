/** Queries whose text the sources alone do not tell. */
export const UNREADABLE: readonly { file: string; why: string }[] = [
  { file: 'src/platform/reseal.ts', why: 'the database says which tables keep secrets' },
  {
    file: 'src/core/checkouts/commands/estimate.ts',
    why: 'it sends the reads of a hold, whose rows are compared there',
  },
  { file: 'src/core/rehearsals/commands/advance-clock.ts', why: 'the database says which tables have times' },
  { file: 'src/core/rehearsals/commands/copy-offers.ts', why: 'it copies whole rows of many tables' },
  { file: 'src/platform/timeline.ts', why: 'one text for sessions and pools, whose row is looked at there' },
  { file: 'packages/stripe-stand-in/src/calls.ts', why: 'its caller gives the query that reads the time' },
];

/** Columns that may be null in their tables. They never are in a statement that has these words. */
export const NEVER_NULL: readonly { file: string; columns: readonly string[]; has: string; why?: string }[] = [
  {
    file: 'src/core/walk.ts',
    columns: ['storeId', 'id'],
    has: 'after_store IS NOT NULL',
    why: 'the two are written together',
  },
  {
    file: 'src/core/mails/queries/evidence.ts',
    columns: ['to', 'subject', 'writtenFrom'],
    has: 'written_from IS NOT NULL',
    why: 'the four are written together',
  },
  { file: 'src/core/accounts/queries.ts', columns: ['ref'], has: 'provider_ref IS NOT NULL' },
  { file: 'src/core/accounts/queries/booked.ts', columns: ['ref'], has: 'a.provider_ref = ANY($3)' },
  {
    file: 'src/core/accounts/commands/breaker.ts',
    columns: ['since'],
    has: 'refused_since = coalesce(refused_since, app_now())',
  },
  {
    file: 'src/core/outages/commands/note-mail.ts',
    columns: ['since'],
    has: 'failing_since = coalesce(m.failing_since, app_now())',
  },
  {
    file: 'src/core/outages/commands/note-mail.ts',
    columns: ['since', 'reason'],
    has: 'm.failing_since IS NOT NULL AND b.one = m.one',
    why: 'the two are written together',
  },
  { file: 'src/core/payments/queries.ts', columns: ['checkoutId'], has: 'checkout_id = $2' },
  { file: 'src/core/payments/queries.ts', columns: ['preorderId'], has: 'preorder_id = $2' },
  { file: 'src/core/payments/queries.ts', columns: ['preorderId'], has: 'preorder_id IS NOT NULL' },
  { file: 'src/core/mails/commands/send.ts', columns: ['claimant'], has: 'claimed_by = free.claimant' },
  { file: 'src/core/payments/queries/moved-money.ts', columns: ['at'], has: 'ended_at >= $2' },
  { file: 'src/core/payments/queries/movements.ts', columns: ['preorderId'], has: 'm.preorder_id = $2' },
  { file: 'src/core/payments/queries/movements.ts', columns: ['preorderId'], has: 'preorder_id IS NOT NULL' },
  {
    file: 'src/core/promises/commands/answer.ts',
    columns: ['silence'],
    has: "n.kind = 'asked'",
    why: 'a constraint: a notice that asks says what silence means',
  },
  { file: 'src/core/waitlists/queries/on-sale.ts', columns: ['at'], has: 'w.launches_at > (SELECT app_now())' },
  { file: 'src/core/webhooks/commands/endpoints.ts', columns: ['until'], has: 'expires_at > (SELECT app_now())' },
  { file: 'src/core/imports/commands/read-rows.ts', columns: ['cells'], has: 'r.data IS NOT NULL' },
  { file: 'src/core/imports/commands/undo.ts', columns: ['subjectId'], has: 'm.subject_id = r.subject_id' },
  {
    file: 'src/core/stores/queries/guarantee-files.ts',
    columns: ['width', 'height'],
    has: 'JOIN store_asset a ON',
    why: 'only images are set as such files, and of an image both are stored',
  },
  { file: 'bench/growth-books.ts', columns: ['at'], has: 'ended_at IS NOT NULL' },
  {
    file: 'src/core/withdrawals/queries/return-ends.ts',
    columns: ['endedAt'],
    has: "r.outcome IN ('received', 'proof')",
    why: 'a constraint: what has an outcome has ended',
  },
];
