import { signal } from '@preact/signals';
import type { Store } from '../requests/session.ts';
import { withTexts } from '../texts.ts';
import { later, windowPlace } from '../ui/later.tsx';

const Palette = later(
  // The names of the settings are among these texts.
  () => withTexts(['setup', 'office'], import('./palette.tsx')).then(({ Palette }) => Palette),
  windowPlace(() => {
    open.value = false;
  }),
);

const Keys = later(
  () => withTexts(['office'], import('./keys.tsx')).then(({ Keys }) => Keys),
  windowPlace(() => {
    keysOpen.value = false;
  }),
);

const open = signal(false);
const keysOpen = signal(false);

export function openPalette(): void {
  open.value = true;
}

export function openKeys(): void {
  keysOpen.value = true;
}

/** Shows the keys once somebody asks for them. */
export function KeysHost({ store }: { store: Store | undefined }) {
  if (!keysOpen.value || !store) return null;
  return (
    <Keys
      store={store}
      onClose={() => {
        keysOpen.value = false;
      }}
    />
  );
}

/** Shows the palette once somebody asks for it: its list is a part that most pages never need. */
export function PaletteHost({ store }: { store: Store | undefined }) {
  if (!open.value) return null;
  return (
    <Palette
      store={store}
      onKeys={openKeys}
      onClose={() => {
        open.value = false;
      }}
    />
  );
}
