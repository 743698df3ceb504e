import { expect } from 'vitest';
import { CHECKOUT_TRANSITIONS } from '../../src/domain/checkout.ts';
import { ATTEMPT_TRANSITIONS } from '../../src/domain/payment.ts';
import { LINE_TRANSITIONS } from '../../src/domain/preorder.ts';
import type { Database } from '../../src/platform/db.ts';

const TABLES: Record<string, Record<string, readonly string[]>> = {
  checkout: CHECKOUT_TRANSITIONS,
  attempt: ATTEMPT_TRANSITIONS,
  preorder_line: LINE_TRANSITIONS,
};

/** Has the database record every change of a state, to compare them with the domain's tables of transitions. */
export async function recordTransitions(db: Database): Promise<void> {
  await db.query('CREATE TABLE transition_seen (entity text, was text, became text)');
  await db.query(`
    CREATE FUNCTION see_transition() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO transition_seen VALUES (TG_TABLE_NAME, OLD.state, NEW.state);
      RETURN NULL;
    END $$`);
  for (const entity of Object.keys(TABLES)) {
    await db.query(`
      CREATE TRIGGER see_transition AFTER UPDATE ON ${entity} FOR EACH ROW
      WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION see_transition()`);
  }
}

/** Expects that each recorded transition is in its table. Resolves with them, as `entity: was → became`. */
export async function expectKnownTransitions(db: Database): Promise<string[]> {
  const seen = await db.query<{ entity: string; was: string; became: string }>(
    'SELECT DISTINCT entity, was, became FROM transition_seen ORDER BY 1, 2, 3',
  );
  expect(seen.filter(({ entity, was, became }) => !TABLES[entity]?.[was]?.includes(became))).toEqual([]);
  return seen.map(({ entity, was, became }) => `${entity}: ${was} → ${became}`);
}
