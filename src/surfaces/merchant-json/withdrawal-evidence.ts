import { readHistory } from '../../core/preorders/queries/history.ts';
import { findPreorder } from '../../core/preorders/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { type Evidence, readEvidence } from '../../core/withdrawals/queries/evidence.ts';
import type { Withdrawal } from '../../core/withdrawals/queries.ts';
import { offsetText } from '../../domain/store-time.ts';
import { canonicalDeclaration } from '../../domain/withdrawal-evidence.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import type { AdminWithdrawalEvidence } from '../../protocol/schema/admin-api/withdrawal-evidence.ts';
import { historyJson } from './history.ts';
import { preorderJson } from './preorders.ts';

/** Reads everything that is known of a withdrawal and its pre-order, for a court. `withdrawal_not_found`. */
export async function withdrawalEvidence(sql: Sql, store: Store, id: string): Promise<AdminWithdrawalEvidence> {
  const evidence = await readEvidence(sql, store.id, id);
  const { state, actedAt, endedAt, answer, preorder: matched } = evidence.withdrawal;
  const preorder = matched && (await findPreorder(sql, store.id, matched.id));
  return {
    made_at: new Date().toISOString(),
    store: {
      slug: store.slug,
      mode: store.mode,
      legal_name: store.legalName,
      legal_address: store.legalAddress,
      contact_email: store.contactEmail,
      time_zone: store.timeZone,
    },
    declaration: declarationJson(evidence.withdrawal, store.timeZone),
    receipts: receiptsJson(evidence, store.timeZone),
    match: {
      by: matched && (evidence.withdrawal.matchedByHand ? 'person' : 'service'),
      reference: matched?.reference ?? null,
    },
    state,
    acted_at: actedAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
    answer,
    acts: evidence.acts.map(({ at, byKind, byName, action }) => ({
      at: at.toISOString(),
      by: { kind: byKind, name: byName },
      action,
    })),
    preorder: preorder && preorderJson(preorder),
    timeline: preorder ? historyJson(await readHistory(sql, store.id, preorder.id), preorder.currency) : [],
  };
}

function declarationJson(withdrawal: Withdrawal, timeZone: string): AdminWithdrawalEvidence['declaration'] {
  const { id, declaredAt, locale, name, email, reference, postalCode, items, proven, lineIds } = withdrawal;
  const isErased = email === '';
  const canonical = isErased ? null : canonicalDeclaration(withdrawal);
  return {
    id,
    declared_at: declaredAt.toISOString(),
    declared_at_local: offsetText(declaredAt, timeZone),
    locale,
    name,
    email,
    reference,
    postal_code: postalCode,
    items,
    line_ids: lineIds,
    proven,
    erased: isErased,
    canonical,
    sha256: canonical && sha256Hex(canonical),
  };
}

const receiptsJson = ({ receipts }: Evidence, timeZone: string): AdminWithdrawalEvidence['receipts'] =>
  receipts.map(({ recipient, sentAt, messageId, failure, tries, isOver }) => ({
    recipient,
    sent_at: sentAt?.toISOString() ?? null,
    sent_at_local: sentAt && offsetText(sentAt, timeZone),
    message_id: messageId,
    failure,
    tries,
    given_up: isOver && sentAt === null,
  }));
