import { useState } from 'preact/hooks';
import type { Store } from '../requests/session.ts';
import { areKeysOn, setKeysOn } from '../requests/single-keys.ts';
import { storePath } from '../requests/where.ts';
import { t } from '../texts.ts';
import { Check } from '../ui/choices.tsx';
import { Facts } from '../ui/facts.tsx';
import { Modal } from '../ui/modal.tsx';
import { pagesOf } from './pages.ts';

/** The letters after `g` that lead to pages of a store. */
const LETTERS: Record<string, string> = {
  h: '',
  w: '/waitlists',
  p: '/preorders',
  s: '/sending',
  d: '/deliveries',
  m: '/payments',
  r: '/reports',
  u: '/customers',
  c: '/products',
  t: '/settings',
};

/** Returns where a letter after `g` leads to, for staff who may see that page. */
export function pathOf(letter: string, store: Store): string | undefined {
  const page = pagesOf(store).find(({ path }) => path === LETTERS[letter]);
  return page && storePath(store.slug, page.path);
}

/** Shows the keys that work everywhere, and switches those of one letter off for people who speak to their computer. */
export function Keys({ store, onClose }: { store: Store; onClose: () => void }) {
  const [isOn, setOn] = useState(areKeysOn);
  const pages = pagesOf(store);
  const goes = Object.entries(LETTERS).flatMap(([letter, path]) => {
    const page = pages.find((one) => one.path === path);
    return page ? [[`g ${letter}`, page.text] as const] : [];
  });
  const rows = [
    [t('palette.keys'), t('palette.open')],
    ...goes,
    ['j k', t('keys.rows')],
    ['x', t('keys.tick')],
    ['?', t('keys.title')],
  ] as const;
  return (
    <Modal title={t('keys.title')} onClose={onClose}>
      <Facts facts={rows.map(([keys, text]) => [text, <kbd key={keys}>{keys}</kbd>])} />
      <Check
        id="single-keys"
        label={t('keys.single')}
        value={isOn}
        onValue={(on) => {
          setKeysOn(on);
          setOn(on);
        }}
      />
    </Modal>
  );
}
