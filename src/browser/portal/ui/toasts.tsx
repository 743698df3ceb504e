import { normalizeProps, useMachine } from '@zag-js/preact';
import * as toast from '@zag-js/toast';
import { useId } from 'preact/hooks';
import { showSaid } from '../requests/say.ts';
import { t } from '../texts.ts';
import { Glyph } from './glyph.tsx';

const toaster = toast.createStore({ placement: 'bottom-end', overlap: false, gap: 8, max: 4 });

showSaid((title, type) => {
  toaster.dismiss(); // one at a time: on a phone several would hide what was done
  toaster.create({ title, type, duration: 6_000 });
});

/** Where toasts are shown. Pointing at one, or focusing it, keeps it. */
export function Toasts() {
  const service = useMachine(toast.group.machine, { id: useId(), store: toaster });
  const api = toast.group.connect(service, normalizeProps);
  return (
    <div {...api.getGroupProps()}>
      {api.getToasts().map((one, index) => (
        <Toast key={one.id} given={one} index={index} parent={service} />
      ))}
    </div>
  );
}

// The library says where each one goes, and leaves it to us to put it there: otherwise a new one lies under those before it.
const PLACE = { translate: 'var(--x) var(--y)', zIndex: 'var(--z-index)' };

type ToastProps = { given: Partial<toast.Props>; index: number; parent: toast.GroupService };

function Toast({ given, index, parent }: ToastProps) {
  // The library's own types do not fit each other where properties may be undefined.
  const service = useMachine(toast.machine, { ...given, parent, index } as never);
  const api = toast.connect(service, normalizeProps);
  const root = api.getRootProps();
  const style = { ...('style' in root && (root.style as object)), ...PLACE };
  return (
    <div class="toast" {...root} style={style}>
      {given.type !== 'error' && <Glyph name="check" />}
      <p {...api.getTitleProps()}>{api.title}</p>
      <button class="icon-button" {...api.getCloseTriggerProps()} aria-label={t('close')}>
        <Glyph name="close" />
      </button>
    </div>
  );
}
