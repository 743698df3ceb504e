import type { AnswerOf } from '../../../protocol/schema/admin-api/operation.ts';
import type {
  AdminWithdrawalEvidence,
  getWithdrawalEvidence,
} from '../../../protocol/schema/admin-api/withdrawal-evidence.ts';
import { formatFields, formatTable, toWords } from '../terminal.ts';

/** Writes the evidence of a withdrawal, each time with its second. With `--json` it is the file. */
export function evidenceText(data: AnswerOf<typeof getWithdrawalEvidence>): string {
  const evidence = data as AdminWithdrawalEvidence;
  const parts = [
    ['The declaration, word for word', declarationText(evidence)],
    ['Receipts', receiptsTable(evidence)],
    ['What became of it', outcomeText(evidence)],
    ...(evidence.preorder ? [['The pre-order', linesTable(evidence.preorder)]] : []),
    ...(evidence.timeline.length > 0 ? [['What happened to it', timelineTable(evidence)]] : []),
  ];
  return parts.map(([title, text]) => `${title}\n\n${text}`).join('\n\n');
}

function declarationText({ store, declaration: said }: AdminWithdrawalEvidence): string {
  return formatFields([
    ['Declared to', [store.legal_name, store.legal_address].filter(Boolean).join('\n') || store.slug],
    ['Received, UTC', said.declared_at],
    [`Received, ${store.time_zone}`, said.declared_at_local],
    ['Name', said.name],
    ['E-mail', said.email],
    ['Reference', said.reference],
    ['Postcode', said.postal_code],
    ['Items', said.erased ? 'erased' : said.items || 'everything'],
    ['Language', said.locale],
    ['SHA-256', said.sha256],
  ]);
}

function receiptsTable({ receipts }: AdminWithdrawalEvidence): string {
  const rows = receipts.map(({ recipient, sent_at: at, message_id: id, failure, tries, given_up: isOver }) => [
    recipient,
    at ?? (isOver ? 'never' : 'not yet'),
    tries,
    id,
    failure,
  ]);
  return formatTable(['To', 'Sent, UTC', 'Tries', 'Message-ID', 'Refused'], rows);
}

const MATCHED = { service: 'found by the service', person: 'named by a person' };

function outcomeText({ match, acts, ...evidence }: AdminWithdrawalEvidence): string {
  const fields = formatFields([
    ['State', evidence.state],
    ['Pre-order', match.by ? `${match.reference}, ${MATCHED[match.by]}` : 'none was found'],
    ['Acted on', evidence.acted_at],
    ['Ended', evidence.ended_at],
    ['Answer', evidence.answer],
  ]);
  if (acts.length === 0) return fields;
  const rows = acts.map(({ at, action, by }) => [at, action, by.name]);
  return `${fields}\n\n${formatTable(['At, UTC', 'Act', 'By'], rows)}`;
}

function linesTable({ currency, lines }: NonNullable<AdminWithdrawalEvidence['preorder']>): string {
  const rows = lines.map((line) => [
    line.number,
    line.variant.title,
    toWords(line.state),
    `${line.total} ${currency}`,
    `${line.paid} ${currency}`,
    `${line.refunded} ${currency}`,
  ]);
  return formatTable(['Item', 'What', 'State', 'Price', 'Paid', 'Given back'], rows);
}

function timelineTable({ timeline }: AdminWithdrawalEvidence): string {
  const rows = timeline.map(({ at, kind, what, state, amount, lines }) => [
    at,
    toWords(kind),
    toWords(what),
    toWords(state),
    amount,
    lines.join(', '),
  ]);
  return formatTable(['At, UTC', '', '', 'State', 'Amount', 'Items'], rows);
}
