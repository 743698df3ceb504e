/** Days of the store, both inclusive, and one waitlist or all. */
export type Period = { from: string; until: string; waitlistId: string | null };

// SQL: the moments at which a period of days of store $1 begins and ends. As subqueries they are found once, and indexes use them.
export const SINCE = `(SELECT $2::date::timestamp AT TIME ZONE time_zone FROM store WHERE id = $1)`;
export const TILL = `(SELECT ($3::date + 1)::timestamp AT TIME ZONE time_zone FROM store WHERE id = $1)`;

/** SQL: the day of the store of a moment. */
export const dayOf = (moment: string): string =>
  `to_char(${moment} AT TIME ZONE (SELECT time_zone FROM store WHERE id = $1), 'YYYY-MM-DD')`;
