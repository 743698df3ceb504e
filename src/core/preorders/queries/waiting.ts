// The definitions of `domain/preorder.ts` for statements. A test compares both (test/flows/preorders/line-definitions.test.ts).

/** SQL: the line item `l` waits for a unit and owes money. It keeps its place, and a unit is kept for it. */
export const WAITS_OWING = `(l.state = 'payment_due' AND l.due_from = 'placed')`;

/**
 * SQL: the line item `l` waits for a unit. The last condition follows from the others. It repeats the condition of a partial
 * index, because PostgreSQL uses the index only then.
 */
export const WAITS = `((l.state = 'placed' OR ${WAITS_OWING}) AND l.state IN ('placed', 'payment_due'))`;

/** SQL: the line item `l` has a unit of those that arrived. */
export const HAS_UNIT = `(l.state IN ('released', 'fulfilled', 'returned') OR l.due_from IS NOT DISTINCT FROM 'released')`;
