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
  /** More than there can be was entered, and the value is `max` instead. */
  onLowered?: () => void;
};

/** A small whole number: typed, stepped with the arrow keys or with the two buttons. */
export function Stepper({ id, value, min, max, less, more, describedBy, onValue, onLowered }: StepperProps) {
  // The buttons keep the focus, so what they made of the number is read out; what is typed, its reader knows.
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
        // Counts while it is typed: what waited for the field to be left would change the page under a click elsewhere.
        onInput={({ currentTarget }) => {
          setStepped(false);
          const typed = currentTarget.valueAsNumber;
          if (Number.isInteger(typed) && typed >= min && typed <= max && typed !== value) onValue(typed);
        }}
        onChange={(event) => {
          const typed = Math.round(Number(event.currentTarget.value)) || min;
          const next = Math.min(max, Math.max(min, typed));
          // The same number again would not be painted over what was typed.
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
