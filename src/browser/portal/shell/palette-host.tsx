import { signal } from '@preact/signals';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import type { Store } from '../requests/session.ts';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => Palette));

const open = signal(false);

export function openPalette(): void {
  open.value = true;
}

/** Shows the palette once somebody asks for it: its list is a part that most pages never need. */
export function PaletteHost({ store }: { store: Store | undefined }) {
  if (!open.value) return null;
  return (
    <ErrorBoundary>
      <Palette
        store={store}
        onClose={() => {
          open.value = false;
        }}
      />
    </ErrorBoundary>
  );
}
