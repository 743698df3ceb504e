import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { findStoreByKey } from '../../core/stores/queries.ts';
import { declareWithdrawal } from '../../core/withdrawals/commands/declare.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type Declaration, tidyDeclaration, wrongFields } from '../../domain/withdrawal.ts';
import { readerLocale } from '../../messages/catalogue.ts';
import { isDatabaseAway } from '../../platform/database-away.ts';
import type { App } from '../../platform/http.ts';
import { isEmail } from '../../protocol/wire/email.ts';
import type { Deps } from '../deps.ts';
import { acceptForms, formOf, languageOf, send } from './link-routes.ts';
import { DEAD_PAGE_HEADERS, deadPage, type LinkAnswer } from './page.ts';
import { declarePage, FIELDS, receivedPage, reviewPage, type WithdrawPage } from './withdraw-page.ts';

// A declaration is never refused for coming too often. One of a client that sends many only waits.
const SLOWED_MS = 2_000;
// More than storing takes, also under load.
const ANSWER_MS = 400;

type WithdrawDeps = Pick<Deps, 'db' | 'answers' | 'secrets' | 'outbox' | 'limits' | 'log'>;
type WithdrawRequest = FastifyRequest<{ Params: { key: string }; Querystring: Partial<Record<string, unknown>> }>;

/**
 * Registers `/withdraw/{public key}`, on which people withdraw from a contract in two steps, without signing in. Any page may link to
 * it, with `?reference=` where it knows the pre-order, and `?lang=`.
 */
export function registerWithdrawPage(app: App, deps: WithdrawDeps): void {
  const path = '/withdraw/:key';
  const options = { schema: { hide: true } };
  app.register((forms, _, done) => {
    acceptForms(forms);
    forms.get<{ Params: { key: string }; Querystring: Partial<Record<string, unknown>> }>(
      path,
      options,
      async (request, reply) => send(reply.headers(DEAD_PAGE_HEADERS), await show(deps, request)),
    );
    forms.post<{ Params: { key: string }; Querystring: Partial<Record<string, unknown>> }>(
      path,
      options,
      async (request, reply) => send(reply.headers(DEAD_PAGE_HEADERS), await act(deps, request)),
    );
    done();
  });
}

async function show(deps: WithdrawDeps, request: WithdrawRequest): Promise<LinkAnswer> {
  const page = await openPage(deps, request);
  if (!page) return { status: 404, markup: deadPage(localeOf(request), 'gone') };
  const { reference } = request.query;
  return declarePage(page, { declaration: tidyDeclaration(typeof reference === 'string' ? { reference } : {}) });
}

async function act(deps: WithdrawDeps, request: WithdrawRequest): Promise<LinkAnswer> {
  const form = formOf(request);
  const page = await openPage(deps, request, form.get('seller') ?? '');
  if (!page) return { status: 404, markup: deadPage(localeOf(request), 'gone') };
  const declaration = declarationOf(form);
  const wrong = wrongFields(declaration, isEmail);
  const step = form.get('step');
  if (wrong.length > 0 || step === 'edit')
    return declarePage(page, { declaration, wrong: step === 'edit' ? [] : wrong });
  const given = form.get('id') ?? '';
  const id = isUuid(given) ? given.toLowerCase() : randomUUID();
  if (step !== 'confirm') return reviewPage(page, { declaration, id });
  await slow(deps, request);
  return confirm(deps, page, { declaration, id });
}

/** Returns null for a key that no store has. While the database is away, the page is there without the look of its store. */
async function openPage({ db }: WithdrawDeps, request: WithdrawRequest, seller = ''): Promise<WithdrawPage | null> {
  const locale = localeOf(request);
  try {
    const store = await findStoreByKey(db, request.params.key);
    return store && { store, seller: store.name, locale };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return { store: null, seller: seller || request.hostname, locale };
  }
}

type Confirmed = { declaration: Declaration; id: string };

/** Every answer takes the same time, so that it does not tell whether a pre-order was found. */
async function confirm(deps: WithdrawDeps, page: WithdrawPage, { declaration, id }: Confirmed): Promise<LinkAnswer> {
  const { store, locale } = page;
  const again = () => reviewPage(page, { declaration, id, away: true });
  if (!store) return again();
  const waited = wait(ANSWER_MS);
  const withdrawal = await declareWithdrawal(deps, { storeId: store.id, id, locale, declaration }).catch(
    (error: unknown) => {
      // What was typed is a person's legal act, so the page keeps it whatever went wrong, and asks to send it again.
      deps.log[isDatabaseAway(error) ? 'warn' : 'error'](
        { err: error, store: store.slug },
        'a withdrawal was not stored',
      );
      return null;
    },
  );
  await waited;
  return withdrawal ? receivedPage({ ...page, store }, withdrawal) : again();
}

async function slow({ limits }: WithdrawDeps, { clientAddress }: WithdrawRequest): Promise<void> {
  try {
    limits.writes.take(clientAddress, 'withdraw');
  } catch {
    await wait(SLOWED_MS);
  }
}

function declarationOf(form: URLSearchParams): Declaration {
  return tidyDeclaration(Object.fromEntries(FIELDS.map(({ name, wire }) => [name, form.get(wire) ?? ''])));
}

function localeOf(request: WithdrawRequest): string {
  const { lang } = request.query;
  return typeof lang === 'string' ? readerLocale(lang) : languageOf(request);
}
