import { parseColour } from '../../../../domain/colour.ts';
import { wrongField } from '../../requests/fault.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import type { COLOURS, Flaw } from './flaws.ts';

export type ColourFieldProps = {
  id: (typeof COLOURS)[number];
  value: string;
  /** The colour that holds without one of the store's own. */
  ours: string;
  flaw: Flaw | undefined;
  onValue: (value: string) => void;
};

/** A colour as text and as the browser's picker. What cannot be read is said at once, with the nearest colour that can. */
export function ColourField({ id: name, value, ours, flaw, onValue }: ColourFieldProps) {
  const label = t(`look.${name}`);
  return (
    <div class="colour">
      <input
        type="color"
        class="colour__picker"
        aria-label={t('look.pick', { name: label })}
        value={parseColour(value) ?? ours}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <Input
        id={name}
        label={label}
        hint={t(`look.${name}.hint`)}
        value={value}
        placeholder={ours}
        maxLength={20}
        autoComplete="off"
        fault={flaw && wrongField(name, flawText(flaw))}
        onValue={onValue}
      />
      <div class="colour__help" role="status">
        {flaw && flaw !== 'no_colour' && (
          <button type="button" class="link-button" onClick={() => onValue(flaw.nearest)}>
            {t('look.use', { colour: flaw.nearest })}
          </button>
        )}
      </div>
    </div>
  );
}

/** Says what is wrong with a colour. */
export function flawText(flaw: Flaw): string {
  if (flaw === 'no_colour') return t('look.no_colour');
  return t('look.unreadable', { ratio: flaw.ratio, needed: flaw.needed });
}
