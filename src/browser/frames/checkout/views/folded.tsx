import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';

type FoldedProps = {
  /** The id of the field. */
  id: string;
  /** The text of the button that the field is folded into. */
  text: string;
  /** True if the field has to be shown, because it is filled in or needed. */
  open: boolean;
  children: ComponentChildren;
};

/** A field that few shoppers need. It is a button until the shopper asks for it; once shown it stays. */
export function Folded({ id, text, open, children }: FoldedProps) {
  const [shown, setShown] = useState(open);
  const asked = useRef(false);
  useEffect(() => {
    if (open) setShown(true);
  }, [open]);
  useLayoutEffect(() => {
    if (asked.current) document.getElementById(id)?.focus();
  }, [shown]);
  if (shown || open) return <>{children}</>;
  return (
    <button
      type="button"
      class="link-button fold"
      onClick={() => {
        asked.current = true;
        setShown(true);
      }}
    >
      <Icon name="plus" />
      {text}
    </button>
  );
}
