import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type KnownPreorder, openKnown } from '../../core/preorders/known-link.ts';
import { findStoreByKey } from '../../core/stores/queries.ts';
import { declareWithdrawal, followDeclaration } from '../../core/withdrawals/commands/declare.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type Declaration, tidyDeclaration, wrongFields } from '../../domain/withdrawal.ts';
import { readerLocale } from '../../messages/catalogue.ts';
import { isDatabaseAway } from '../../platform/database-away.ts';
import type { App } from '../../platform/http.ts';
import { isEmail } from '../../protocol/wire/email.ts';
import type { Deps } from '../deps.ts';
import { CONTRACT_PATH } from '../withdraw-address.ts';
import { acceptForms, formOf, languageOf, send } from './link-routes.ts';
import { DEAD_PAGE_HEADERS, deadPage, type LinkAnswer } from './page.ts';
import { wayOn } from './way-on.ts';
import { declarePage, FIELDS, receivedPage, reviewPage, type WithdrawPage } from './withdraw-page.ts';
import {
  type ChosenLines,
  chosenLines,
  reviewedLines,
  type TypedUnits,
  typedUnits,
  wordsOf,
} from './withdraw-units.ts';

// A declaration is never refused for coming too often. One of a client that sends many only waits.
const SLOWED_MS = 2_000;
// More than storing takes, also under load.
const ANSWER_MS = 400;

type WithdrawDeps = Pick<Deps, 'db' | 'answers' | 'secrets' | 'outbox' | 'limits' | 'log'>;
type Address = {
  Params: { key: string; token?: string };
  Querystring: Partial<Record<string, unknown>>;
};
type WithdrawRequest = FastifyRequest<Address>;

/**
 * Registers the page on which people withdraw from a contract in two steps, without signing in. `/withdraw/{public key}`: any page may
 * link to it, with `?reference=` where it knows the pre-order, and `?lang=`. `/links/withdraw/{public key}/{token}`: the same page for
 * the customer of a pre-order, who chooses among its line items.
 */
export function registerWithdrawPage(app: App, deps: WithdrawDeps): void {
  const options = { schema: { hide: true } };
  app.register((forms, _, done) => {
    acceptForms(forms);
    for (const path of ['/withdraw/:key', `${CONTRACT_PATH}/:key/:token`]) {
      forms.get<Address>(path, options, async (request, reply) =>
        send(reply.headers(DEAD_PAGE_HEADERS), await show(deps, request)),
      );
      forms.post<Address>(path, options, async (request, reply) =>
        send(reply.headers(DEAD_PAGE_HEADERS), await act(deps, request)),
      );
    }
    done();
  });
}

async function show(deps: WithdrawDeps, request: WithdrawRequest): Promise<LinkAnswer> {
  const page = await openPage(deps, request);
  if (!page) return { status: 404, markup: deadPage(localeOf(request), 'gone') };
  const { reference } = request.query;
  const typed = page.contract ? knownOf(page.contract) : typeof reference === 'string' ? { reference } : {};
  return declarePage(page, { declaration: tidyDeclaration(typed), units: new Map() });
}

/** Returns what is known of the customer of a pre-order, who may change it on the page. */
function knownOf({ contact: { email, address } }: KnownPreorder): Partial<Declaration> {
  return { name: `${address.firstName ?? ''} ${address.lastName ?? ''}`, email };
}

async function act(deps: WithdrawDeps, request: WithdrawRequest): Promise<LinkAnswer> {
  const form = formOf(request);
  const page = await openPage(deps, request, form.get('seller') ?? '');
  if (!page) return { status: 404, markup: deadPage(localeOf(request), 'gone') };
  const step = form.get('step');
  const declared = declarationOf(form, page.contract, { isReviewed: step === 'confirm' });
  const wrong = wrongFields(declared.declaration, isEmail);
  if (declared.chosen?.length === 0) wrong.push('items');
  if (wrong.length > 0 || step === 'edit')
    return declarePage(page, { ...declared, wrong: step === 'edit' ? [] : wrong });
  const given = form.get('id') ?? '';
  const id = isUuid(given) ? given.toLowerCase() : randomUUID();
  if (step !== 'confirm') return reviewPage(page, { ...declared, id });
  await slow(deps, request);
  return confirm(deps, page, { ...declared, id });
}

/** Returns null for a key that no store has. While the database is away, the page is there without the look of its store. */
async function openPage(deps: WithdrawDeps, request: WithdrawRequest, seller = ''): Promise<WithdrawPage | null> {
  const locale = localeOf(request);
  const { key, token } = request.params;
  try {
    const store = await findStoreByKey(deps.db, key);
    // A link that no longer works opens the page that anybody can open: a right must not end with a link.
    const contract =
      store && token !== undefined
        ? await openKnown(deps, { purpose: 'contract-link', storeId: store.id }, token)
        : null;
    return store && { store, seller: store.name, locale, contract };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return { store: null, seller: seller || request.hostname, locale, contract: null };
  }
}

/** What a form declares. `chosen`: its line items; `all` for everything, null where the form did not know them. */
type Declared = { declaration: Declaration; units: TypedUnits; chosen: ChosenLines };

/** `isReviewed`: what was shown before counts, whatever became of the pre-order since. */
function declarationOf(
  form: URLSearchParams,
  contract: KnownPreorder | null,
  { isReviewed }: { isReviewed: boolean },
): Declared {
  const typed = tidyDeclaration(Object.fromEntries(FIELDS.map(({ name, wire }) => [name, form.get(wire) ?? ''])));
  const units = typedUnits(form);
  if (!contract) return { declaration: typed, units, chosen: null };
  const declaration = { ...typed, reference: contract.reference };
  const chosen = isReviewed ? reviewedLines(form, contract) : chosenLines(contract, units);
  // Words of a page that did not know the line items stay: a person reads them.
  if (chosen === null) return { declaration, units, chosen };
  return { declaration: { ...declaration, items: wordsOf(contract, chosen) }, units, chosen };
}

async function confirm(
  deps: WithdrawDeps,
  page: WithdrawPage,
  { declaration, units, chosen, id }: Declared & { id: string },
): Promise<LinkAnswer> {
  const { store, locale, contract } = page;
  const again = () => reviewPage(page, { declaration, units, chosen, id, away: true });
  if (!store) return again();
  const waited = wait(ANSWER_MS);
  const known = contract ? { preorderId: contract.id, lineIds: Array.isArray(chosen) ? chosen : null } : undefined;
  const withdrawal = await declareWithdrawal(deps, { storeId: store.id, id, locale, declaration, known }).catch(
    (error: unknown) => {
      // What was typed is a person's legal act, so the page keeps it whatever went wrong, and asks to send it again.
      deps.log[isDatabaseAway(error) ? 'warn' : 'error'](
        { err: error, store: store.slug },
        'a withdrawal was not stored',
      );
      return null;
    },
  );
  // The answer does not wait for the search where anybody may ask: its time would tell whether a pre-order was found.
  const followed = withdrawal && followDeclaration(deps, { storeId: store.id, id: withdrawal.id });
  await (contract ? Promise.all([waited, followed]) : waited);
  const onward = contract && wayOn(deps, { store, preorder: contract });
  return withdrawal ? receivedPage({ ...page, store, onward }, withdrawal) : again();
}

async function slow({ limits }: WithdrawDeps, { clientAddress }: WithdrawRequest): Promise<void> {
  try {
    limits.writes.take(clientAddress, 'withdraw');
  } catch {
    await wait(SLOWED_MS);
  }
}

function localeOf(request: WithdrawRequest): string {
  const { lang } = request.query;
  return typeof lang === 'string' ? readerLocale(lang) : languageOf(request);
}
