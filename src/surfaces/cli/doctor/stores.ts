import { readKeyedAccount } from '../../../core/accounts/queries.ts';
import { type OrdersAt, openConnection, readConnection } from '../../../core/connections/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import { readLastEvent } from '../../../core/payments/queries/last-event.ts';
import { listGuaranteeNotices } from '../../../core/stores/queries/guarantee-files.ts';
import { listStores, type Store } from '../../../core/stores/queries.ts';
import { countWithoutMaker } from '../../../core/waitlists/queries/without-maker.ts';
import { countNeglected } from '../../../core/withdrawals/queries/neglected.ts';
import { CommerceError, type PlatformLimit } from '../../../integrations/commerce/port.ts';
import { seeGuaranteeNotice } from './before-contract.ts';
import { days, type Finding, failed, look, ok, warning } from './finding.ts';
import { seeSafety } from './safety.ts';
import { seeDeclarations, seeWithdrawal } from './withdrawal.ts';

type StoreDeps = Pick<Deps, 'db' | 'secrets' | 'accounts' | 'platforms' | 'mail'>;

/** Looks at what each store is connected with, one after the other: providers allow an account few calls a second. */
export async function lookAtStores(deps: StoreDeps): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const store of await listStores(deps.db)) {
    findings.push(await look(`payments of ${store.slug}`, () => seePayments(deps, store)));
    findings.push(await look(`platform of ${store.slug}`, () => seePlatform(deps, store)));
    findings.push(await look(`origins of ${store.slug}`, () => seeOrigins(store)));
    const sendsMails = deps.mail.check !== undefined;
    findings.push(await look(`withdrawal at ${store.slug}`, () => seeWithdrawal(store, { sendsMails })));
    const made = () => countWithoutMaker(deps.db, store.id);
    findings.push(await look(`product safety at ${store.slug}`, async () => seeSafety(store, await made())));
    const notices = () => listGuaranteeNotices(deps.db, store.id);
    findings.push(await look(`notice at ${store.slug}`, async () => seeGuaranteeNotice(store, await notices())));
    const neglected = () => countNeglected(deps.db, store.id);
    findings.push(await look(`declarations at ${store.slug}`, async () => seeDeclarations(store, await neglected())));
  }
  return findings;
}

async function seePayments(deps: StoreDeps, { id, slug, mode, currency }: Store) {
  const account = await readKeyedAccount(deps, id);
  const connect = `Run ./service payments connect --store ${slug} (docs/guides/stripe.md).`;
  if (account === null || account.closedAt !== null) {
    return mode === 'test'
      ? ok('It pays at the test provider.')
      : warning('It has no account, so it cannot sell.', connect);
  }
  const elsewhere = deps.accounts.faultOfAddress(account.keys);
  if (elsewhere !== null)
    return failed(`It pays at ${account.address}, which is not called. ${elsewhere.message}`, connect);
  const fault = deps.accounts.faultOf(account.keys, { mode, currency });
  if (fault !== null) return failed(fault.message, connect);
  const trouble = await deps.accounts.check(account.keys);
  if (trouble !== null) return failed(`The provider refuses the secret key (${trouble.kind}).`, connect);
  const seconds = await readLastEvent(deps.db, id);
  if (seconds === null) {
    const todo = `Place a pre-order, then look again. If none comes: the endpoint at the provider, its signing secret, and the proxy (./service payments show --store ${slug}).`;
    return warning('The key works. No signed message of the provider has come in the last week.', todo);
  }
  return ok(`The key works. The last signed message came ${days(seconds)} ago.`);
}

async function seePlatform(deps: StoreDeps, { id, slug }: Store) {
  const opened = await openConnection(deps, id);
  if (opened === null) return ok('It is not connected.');
  const todo = `Run ./service connection connect --store ${slug} with working credentials.`;
  try {
    const { missingScopes, limits = [] } = await opened.platform.check();
    if (missingScopes.length === 0)
      return seeLimits(limits, { slug, ordersAt: (await readConnection(deps.db, id))?.ordersAt });
    return failed(`It does not grant ${missingScopes.join(', ')}.`, todo);
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    return failed(`It does not answer as it should (${error.kind}).`, todo);
  }
}

const HIDDEN: Readonly<Record<PlatformLimit, string>> = {
  old_orders: 'orders of more than 60 days (read_all_orders)',
  people: 'who ordered and where to (protected customer data)',
  orders: 'any order (protected customer data)',
};

/** An order that waits on the platform for longer than it shows orders cannot be released there. */
function seeLimits(
  limits: readonly PlatformLimit[],
  { slug, ordersAt }: { slug: string; ordersAt: OrdersAt | undefined },
) {
  const hurts = limits.filter((limit) => limit === 'orders' || (limit === 'old_orders' && ordersAt !== 'release'));
  const hidden = limits.map((limit) => HIDDEN[limit]).join(', ');
  if (hurts.length > 0) {
    const todo = `Read what is lost and what to do: ./service connection show --store ${slug}`;
    return warning(`It answers, and does not show ${hidden}.`, todo);
  }
  return ok(`It answers, and grants every right that is needed.${hidden ? ` It does not show ${hidden}.` : ''}`);
}

function seeOrigins({ slug, mode, origins }: Store) {
  if (origins.length > 0) return ok(origins.join(', '));
  if (mode === 'test') return ok('A test store accepts every origin.');
  return warning(
    'None is registered, so no page opens the checkout.',
    `Run ./service stores update --store ${slug} --origins https://…`,
  );
}
