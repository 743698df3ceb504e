import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

export type StepperProps = {
  id: string;
  value: number;
  min: number;
  max: number;
  /** Accessible names of the buttons. */
  less: string;
  more: string;
  describedBy?: string | undefined;
  onValue: (value: number) => void;
  /** Called when the entered number was above `max` and `max` replaced it. */
  onLowered?: () => void;
};

/** An input for a small whole number: by typing, with the arrow keys, or with the two buttons. */
export function Stepper({ id, value, min, max, less, more, describedBy, onValue, onLowered }: StepperProps) {
  // A button keeps the focus, so a screen reader needs the new number announced; a typed number needs no announcement.
  const [stepped, setStepped] = useState(false);
  const step = (by: number) => {
    const next = value + by;
    if (next < min || next > max) return;
    setStepped(true);
    onValue(next);
  };
  return (
    <div class="stepper">
      <button
        type="button"
        class="icon-button"
        aria-label={less}
        aria-disabled={value <= min ? 'true' : undefined}
        onClick={() => step(-1)}
      >
        <Icon name="minus" />
      </button>
      <input
        class="input"
        type="number"
        inputMode="numeric"
        id={id}
        name={id}
        min={min}
        max={max}
        value={value}
        aria-describedby={describedBy}
        // Applied while typing: if it waited for blur, the page could shift under the click that causes the blur.
        onInput={({ currentTarget }) => {
          setStepped(false);
          const typed = currentTarget.valueAsNumber;
          if (Number.isInteger(typed) && typed >= min && typed <= max && typed !== value) onValue(typed);
        }}
        onChange={(event) => {
          const typed = Math.round(Number(event.currentTarget.value)) || min;
          const next = Math.min(max, Math.max(min, typed));
          // An unchanged value causes no render, so the typed text has to be overwritten here.
          event.currentTarget.value = String(next);
          onValue(next);
          if (typed > max) onLowered?.();
        }}
      />
      <span class="visually-hidden" role="status">
        {stepped && value}
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label={more}
        aria-disabled={value >= max ? 'true' : undefined}
        onClick={() => step(1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
