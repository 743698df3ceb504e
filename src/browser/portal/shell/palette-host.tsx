import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { faultOf } from '../requests/fault.ts';
import type { Store } from '../requests/session.ts';
import { withTexts } from '../texts.ts';
import { later } from '../ui/later.tsx';
import { say } from '../ui/toasts.tsx';

const Palette = later(
  // The names of the settings are among these texts.
  () => withTexts(['setup', 'office'], import('./palette.tsx')).then(({ Palette }) => Palette),
  ({ error }) => {
    useEffect(() => {
      if (!error) return;
      say(faultOf(error).text, 'error');
      open.value = false;
    }, [error]);
    return null;
  },
);

const open = signal(false);

export function openPalette(): void {
  open.value = true;
}

/** Shows the palette once somebody asks for it: its list is a part that most pages never need. */
export function PaletteHost({ store }: { store: Store | undefined }) {
  if (!open.value) return null;
  return (
    <Palette
      store={store}
      onClose={() => {
        open.value = false;
      }}
    />
  );
}
