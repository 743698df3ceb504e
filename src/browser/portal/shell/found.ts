import { useEffect, useState } from 'preact/hooks';
import { shopperOf } from '../pages/preorders/state.tsx';
import { ACTS, type Act, actText } from '../pages/waitlists/act-names.ts';
import type { Preorder, Waitlist } from '../requests/kinds.ts';
import type { Store } from '../requests/session.ts';
import { api, bodyOf } from '../requests/store-api.ts';
import { storePath } from '../requests/where.ts';
import { t } from '../texts.ts';
import type { Command } from './command.ts';

// Who types goes on: so long after a letter nothing is asked.
const WAIT_MS = 120;
const LETTERS_MIN = 3;
const EACH_MAX = 5;

type Found = { query: string; commands: Command[] };

/** Finds pre-orders, people, waitlists with their acts, and products, while somebody types. `isBusy` until that is known. */
export function useFound(store: Store | undefined, typed: string): { commands: Command[]; isBusy: boolean } {
  const [found, setFound] = useState<Found>({ query: '', commands: [] });
  const query = typed.trim();
  const asks = store !== undefined && query.length >= LETTERS_MIN;
  useEffect(() => {
    if (!asks) return;
    let isLate = false;
    const timer = setTimeout(async () => {
      const commands = await find(store, query);
      if (!isLate) setFound({ query, commands });
    }, WAIT_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [query, asks]);
  if (!asks) return { commands: [], isBusy: false };
  // What was found for the letters before stays until the new answer is there, so that the list does not jump.
  return { commands: found.commands, isBusy: found.query !== query };
}

async function find(store: Store, query: string): Promise<Command[]> {
  const { acts, rest } = readActs(query);
  const can = (scope: string) => store.scopes.includes(scope);
  const limit = EACH_MAX;
  const lists = await Promise.allSettled([
    can('waitlists:read') ? findWaitlists(store, { q: rest, limit }, acts) : [],
    can('preorders:read') ? findPreorders(store, { q: query, limit }) : [],
    can('catalog:read') ? findProducts(store, { q: query, limit }) : [],
  ]);
  // What one list refuses, such as words that are too short for it, the others may have.
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

type Query = { q: string; limit: number };

async function findWaitlists({ slug, scopes }: Store, query: Query, acts: readonly Act[]): Promise<Command[]> {
  const { data } = bodyOf(await api.GET('/admin/api/v1/waitlists', { params: { query } }));
  const mayWrite = scopes.includes('waitlists:write');
  return data.flatMap((waitlist) => {
    const { id, product } = waitlist;
    const href = storePath(slug, `/waitlists/${id}`);
    const itself = {
      value: `waitlist ${id}`,
      text: product.title,
      hint: t('nav.waitlists'),
      glyph: 'tag' as const,
      href,
    };
    const possible = (mayWrite ? actsOf(waitlist, acts) : []).map((act) => ({
      value: `act ${act} ${id}`,
      text: t(`act.${act}.title`, { product: product.title }),
      hint: t('palette.act'),
      glyph: 'next' as const,
      href: `${href}?act=${act}`,
    }));
    // Enter takes the first: an act only where one was named.
    return acts.length > 0 ? [...possible, itself] : [itself, ...possible];
  });
}

/** Returns the acts that were named, or else what a merchant most likely wants next. */
function actsOf({ state }: Waitlist, named: readonly Act[]): readonly Act[] {
  const possible = ACTS[state];
  return named.length > 0 ? possible.filter((act) => named.includes(act)) : possible.slice(0, 1);
}

async function findPreorders(store: Store, query: Query): Promise<Command[]> {
  const { data } = bodyOf(await api.GET('/admin/api/v1/preorders', { params: { query } }));
  const preorders = data.map((preorder) => ({
    value: `preorder ${preorder.reference}`,
    text: preorder.reference,
    hint: [shopperOf(preorder), preorder.product.title].filter(Boolean).join(' · '),
    glyph: 'receipt' as const,
    href: storePath(store.slug, `/preorders/${preorder.reference}`),
  }));
  return [...preorders, ...customersOf(store, data)];
}

/** The customers of these pre-orders, for staff who may see them: others are shown no contact. */
function customersOf({ slug }: Store, preorders: readonly Preorder[]): Command[] {
  const emails = new Map(preorders.map(({ customer, contact }) => [customer, contact?.email]));
  return [...emails].flatMap(([id, email]) =>
    id === null || email === undefined
      ? []
      : [
          {
            value: `customer ${id}`,
            text: email,
            hint: t('nav.customers'),
            glyph: 'account' as const,
            href: storePath(slug, `/customers/${id}`),
          },
        ],
  );
}

async function findProducts({ slug }: Store, query: Query): Promise<Command[]> {
  const { data } = bodyOf(await api.GET('/admin/api/v1/products', { params: { query } }));
  return data.map(({ id, title }) => ({
    value: `product ${id}`,
    text: title,
    hint: t('nav.products'),
    glyph: 'box',
    href: storePath(slug, `/products/${id}`),
  }));
}

/** Reads the acts that words name, and what is left: “pause kelp” is the act of pausing, and a search for “kelp”. */
function readActs(query: string): { acts: Act[]; rest: string } {
  const words = query.toLowerCase().split(/\s+/);
  const isOf = (word: string) => (act: Act) =>
    word.length >= LETTERS_MIN && actText(act).toLowerCase().startsWith(word);
  const all = [...new Set(Object.values(ACTS).flat())];
  const acts = all.filter((act) => words.some((word) => isOf(word)(act)));
  const rest = words.filter((word) => !all.some(isOf(word))).join(' ');
  // A name may begin like an act: “open” finds the Open Air Lamp.
  return rest === '' ? { acts: [], rest: query } : { acts, rest };
}
