export type RadiosProps = {
  name: string;
  label: string;
  /** The heading above says the same. */
  hideLabel?: boolean;
  value: string;
  options: readonly { value: string; text: string; hint?: string }[];
  onValue: (value: string) => void;
};

/** A few choices of which one holds, each with a sentence about what it means. */
export function Radios({ name, label, hideLabel, value, options, onValue }: RadiosProps) {
  return (
    <fieldset class="choices">
      <legend class={hideLabel ? 'visually-hidden' : 'field__label'}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} class="choices__one choices__one--told">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          <span>
            {option.text}
            {option.hint && <span class="sub">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
