import * as combobox from '@zag-js/combobox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Store } from '../requests/session.ts';
import { storePath, useMe } from '../requests/where.ts';
import { t } from '../texts.ts';
import { Glyph, type GlyphName } from '../ui/glyph.tsx';
import { pagesOf } from './pages.ts';

type Command = { value: string; text: string; hint?: string; glyph: GlyphName; href: string };

/** Goes anywhere by a few letters, without the pointer. */
export function Palette({ store, onClose }: { store: Store | undefined; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const { route } = useLocation();
  const commands = matching(typed, useCommands(store), store);
  // The machine may still hold the function of an earlier render when a key follows at once, and it clears the field before it
  // tells what was chosen.
  const latest = useRef(commands);
  latest.current = commands;
  const query = useRef('');
  const service = useMachine(combobox.machine, {
    id: useId(),
    collection: combobox.collection({
      items: commands,
      itemToValue: ({ value }) => value,
      itemToString: ({ text }) => text,
    }),
    open: true,
    inputBehavior: 'autohighlight',
    selectionBehavior: 'clear',
    loopFocus: true,
    disableLayer: true,
    onInputValueChange: ({ inputValue }) => setTyped(inputValue),
    onValueChange({ value }) {
      const chosen = latest.current.find((one) => one.value === value[0]);
      if (!chosen) return;
      dialog.current?.close();
      route(chosen.value === SEARCH ? searchPath(store, query.current) : chosen.href);
    },
  });
  const api = combobox.connect(service, normalizeProps);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('palette.open')}
      onClose={onClose}
      onPointerDown={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      onKeyDownCapture={(event) => event.key === 'Escape' && event.currentTarget.close()}
    >
      <div class="palette__field" {...api.getControlProps()}>
        <Glyph name="search" />
        <input
          {...(api.getInputProps() as object)}
          onInputCapture={({ currentTarget }) => {
            query.current = currentTarget.value;
          }}
          class="palette__input"
          aria-label={t('palette.open')}
          placeholder={t('palette.placeholder')}
          autoFocus
        />
      </div>
      {commands.length > 0 ? (
        <ul class="palette__list" {...api.getContentProps()} aria-label={t('palette.results')}>
          {commands.map((command) => (
            <li key={command.value} class="palette__item" {...api.getItemProps({ item: command })}>
              <Glyph name={command.glyph} />
              <span>{command.text}</span>
              {command.hint && <span class="palette__hint">{command.hint}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p class="palette__none" role="status">
          {t('palette.none')}
        </p>
      )}
    </dialog>
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

/** Keeps the commands that have every typed word, and adds the search for a pre-order. */
function matching(typed: string, commands: Command[], store: Store | undefined): Command[] {
  const words = typed.toLowerCase().split(/\s+/);
  const found = commands.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  const query = typed.trim();
  if (query === '' || !store?.scopes.includes('preorders:read')) return found;
  const href = searchPath(store, query);
  return [...found, { value: SEARCH, text: t('palette.search', { query }), glyph: 'receipt', href }];
}

const SEARCH = 'search';

function searchPath(store: Store | undefined, query: string): string {
  return `${storePath(store?.slug ?? '', '/preorders')}?${new URLSearchParams({ q: query.trim() })}`;
}
