import * as listbox from '@zag-js/listbox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { SETTINGS_GROUPS, settingsPath } from '../pages/settings/parts.ts';
import type { Store } from '../requests/session.ts';
import { storePath, useMe } from '../requests/where.ts';
import { type PortalKey, t } from '../texts.ts';
import { Glyph, type GlyphName } from '../ui/glyph.tsx';
import { pagesOf } from './pages.ts';

type Command = {
  value: string;
  text: string;
  hint?: string;
  glyph: GlyphName;
  href: string;
  /** It is inside another page, and only shown once a part of its name is typed. */
  inner?: boolean;
};

/** Goes anywhere by a few letters, without the pointer. */
export function Palette({ store, onClose }: { store: Store | undefined; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const { route } = useLocation();
  const all = useCommands(store);
  const commands = matching(typed, all, store);
  const go = (chosen: Command | undefined) => {
    if (!chosen) return;
    dialog.current?.close();
    route(chosen.href);
  };
  const api = useResults(commands, go);
  // The list is drawn a moment after a key. Enter may follow sooner, and then means the first result of what is typed by now.
  const onEnter = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    const { value } = event.currentTarget;
    const now = matching(value, all, store);
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
      <Results api={api} commands={commands} />
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

function Results({ api, commands }: { api: listbox.Api; commands: Command[] }) {
  if (commands.length === 0) {
    return (
      <p class="palette__none" role="status">
        {t('palette.none')}
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

function useCommands(store: Store | undefined): Command[] {
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
  ];
}

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

/** Keeps the commands that have every typed word, and adds the search for a pre-order. */
function matching(typed: string, commands: Command[], store: Store | undefined): Command[] {
  const words = typed.toLowerCase().split(/\s+/);
  const query = typed.trim();
  const found = commands.filter(
    ({ text, inner }) => (query !== '' || !inner) && words.every((word) => text.toLowerCase().includes(word)),
  );
  if (query === '' || !store?.scopes.includes('preorders:read')) return found;
  const href = searchPath(store, query);
  return [...found, { value: 'search', text: t('palette.search', { query }), glyph: 'receipt', href }];
}

function searchPath(store: Store | undefined, query: string): string {
  return `${storePath(store?.slug ?? '', '/preorders')}?${new URLSearchParams({ q: query.trim() })}`;
}
