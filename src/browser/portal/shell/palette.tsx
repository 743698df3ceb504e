import * as listbox from '@zag-js/listbox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { SETTINGS_GROUPS, settingsPath } from '../pages/settings/parts.ts';
import type { Store } from '../requests/session.ts';
import { storePath, useMe } from '../requests/where.ts';
import { type PortalKey, t } from '../texts.ts';
import { Glyph } from '../ui/glyph.tsx';
import type { Command } from './command.ts';
import { useFound } from './found.ts';
import { pagesOf } from './pages.ts';
import { keepRecent, readRecent } from './recent.ts';

type PaletteProps = { store: Store | undefined; onClose: () => void; onKeys: () => void };

/** Goes anywhere by a few letters, without the pointer. */
export function Palette({ store, onClose, onKeys }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const { route } = useLocation();
  const all = useCommands(store, onKeys);
  const { commands: found, isBusy } = useFound(store, typed);
  const commands = matching(typed, { all, found, store });
  const go = (chosen: Command | undefined) => {
    if (!chosen) return;
    if (store) keepRecent(store, chosen);
    chosen.before?.();
    dialog.current?.close();
    route(chosen.href);
  };
  const api = useResults(commands, go);
  // The list is drawn a moment after a key. Enter may follow sooner, and then means the first result of what is typed by now.
  const onEnter = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    const { value } = event.currentTarget;
    const now = matching(value, { all, found: value === typed ? found : [], store });
    go((value === typed && now.find((one) => one.value === api.highlightedValue)) || now[0]);
  };
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('palette.open')}
      onClose={onClose}
      onPointerDown={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div class="palette__field">
        <Glyph name="search" />
        <input
          {...(api.getInputProps({ autoHighlight: true }) as object)}
          onKeyDownCapture={onEnter}
          onInputCapture={({ currentTarget }) => setTyped(currentTarget.value)}
          class="palette__input"
          role="combobox"
          aria-expanded={commands.length > 0}
          aria-label={t('palette.open')}
          placeholder={t('palette.placeholder')}
          autoFocus
        />
      </div>
      <Results api={api} commands={commands} isBusy={isBusy} />
    </dialog>
  );
}

/** Runs the list of results. The field is not part of it, so a late drawing never takes typed letters back. */
function useResults(commands: Command[], go: (chosen: Command | undefined) => void): listbox.Api {
  const service = useMachine(listbox.machine, {
    id: useId(),
    collection: listbox.collection({
      items: commands,
      itemToValue: ({ value }) => value,
      itemToString: ({ text }) => text,
    }),
    loopFocus: true,
    onSelect: ({ value }) => go(commands.find((one) => one.value === value)),
  });
  return listbox.connect(service, normalizeProps);
}

function Results({ api, commands, isBusy }: { api: listbox.Api; commands: Command[]; isBusy: boolean }) {
  if (commands.length === 0) {
    return (
      <p class="palette__none" role="status">
        {t(isBusy ? 'palette.busy' : 'palette.none')}
      </p>
    );
  }
  return (
    <ul class="palette__list" {...api.getContentProps()} aria-label={t('palette.results')}>
      {commands.map((command) => (
        <li key={command.value} class="palette__item" {...api.getItemProps({ item: command, highlightOnHover: true })}>
          <Glyph name={command.glyph} />
          <span>{command.text}</span>
          {command.hint && <span class="palette__hint">{command.hint}</span>}
        </li>
      ))}
    </ul>
  );
}

function useCommands(store: Store | undefined, onKeys: () => void): Command[] {
  const { stores } = useMe();
  const pages = store ? pagesOf(store) : [];
  return [
    ...pages.map(({ path, text, glyph }) => ({
      value: `page${path}`,
      text,
      glyph,
      href: storePath(store?.slug ?? '', path),
    })),
    ...(store ? innerPagesOf(store) : []),
    ...stores
      .filter(({ slug }) => slug !== store?.slug)
      .map(({ slug, name }) => ({
        value: `store ${slug}`,
        text: t('palette.store', { store: name }),
        glyph: 'next' as const,
        href: storePath(slug),
      })),
    { value: 'account', text: t('account.title'), glyph: 'account', href: '/account' },
    ...(store ? [keysOf(store, onKeys)] : []),
  ];
}

const keysOf = ({ slug }: Store, before: () => void): Command => ({
  value: 'keys',
  text: t('keys.title'),
  glyph: 'next',
  href: storePath(slug),
  inner: true,
  before,
});

/** Returns the parts of the settings and of the look, and the forms that make something. */
function innerPagesOf({ slug, scopes }: Store): Command[] {
  const settings = SETTINGS_GROUPS.flatMap(({ parts }) => parts).map(({ path, key, scope }) => ({
    path: settingsPath(path),
    text: t(`settings.${key}` as PortalKey),
    hint: t('nav.settings'),
    glyph: 'settings' as const,
    scope,
  }));
  const brand = (['look', 'mails', 'button', 'legal'] as const).map((part) => ({
    path: part === 'look' ? '/brand' : `/brand/${part}`,
    text: t(`brand.${part}`),
    hint: t('nav.brand'),
    glyph: 'brush' as const,
    scope: 'store:read',
  }));
  const forms = [
    { path: '/waitlists/new', text: t('create.new'), glyph: 'tag' as const, scope: 'waitlists:write' },
    { path: '/products/import', text: t('import.title'), glyph: 'box' as const, scope: 'catalog:write' },
  ];
  return [...settings, ...brand, ...forms]
    .filter(({ scope }) => scopes.includes(scope))
    .map(({ path, scope: _, ...shown }) => ({
      value: `in${path}`,
      href: storePath(slug, path),
      inner: true,
      ...shown,
    }));
}

type Known = { all: Command[]; found: Command[]; store: Store | undefined };

/** Keeps the commands that have every typed word, and adds what was found and the search for a pre-order. Before that, the recent ones. */
function matching(typed: string, { all, found, store }: Known): Command[] {
  const words = typed.toLowerCase().split(/\s+/);
  const query = typed.trim();
  if (query === '') {
    const recent = store ? readRecent(store) : [];
    const isRecent = (one: Command) => recent.some(({ value }) => value === one.value);
    return [...recent, ...all.filter((one) => !one.inner && !isRecent(one))];
  }
  const named = all.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  if (!store?.scopes.includes('preorders:read')) return [...named, ...found];
  const href = searchPath(store, query);
  return [...named, ...found, { value: 'search', text: t('palette.search', { query }), glyph: 'receipt', href }];
}

function searchPath(store: Store | undefined, query: string): string {
  return `${storePath(store?.slug ?? '', '/preorders')}?${new URLSearchParams({ q: query.trim() })}`;
}
