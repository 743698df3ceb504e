export type TabsProps = {
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onChoose: (value: string) => void;
};

/** A row of filters of which one holds. They are buttons: what they change is the list below, and the address. */
export function Tabs({ label, value, options, onChoose }: TabsProps) {
  return (
    <fieldset class="tabs" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          class="tabs__tab"
          aria-pressed={option.value === value ? 'true' : 'false'}
          onClick={() => onChoose(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  );
}
