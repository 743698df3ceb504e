/** SQL: the withdrawal `w` names the line item `l` of its pre-order; one that names none means all of them. */
export const NAMES = `(
  NOT EXISTS (SELECT 1 FROM withdrawal_line n WHERE n.store_id = w.store_id AND n.withdrawal_id = w.id)
  OR EXISTS (SELECT 1 FROM withdrawal_line n WHERE n.store_id = w.store_id AND n.withdrawal_id = w.id AND n.line_id = l.id))`;

/** SQL: it is known which line items the withdrawal `w` means. Words alone only a person can read. */
export const IS_CLEAR = `(w.items = ''
  OR EXISTS (SELECT 1 FROM withdrawal_line n WHERE n.store_id = w.store_id AND n.withdrawal_id = w.id))`;
