import { parseColour } from '../../../../domain/colour.ts';
import type { Fault } from '../../requests/fault.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import type { COLOURS, Flaw } from './flaws.ts';

export type ColourFieldProps = {
  name: (typeof COLOURS)[number];
  value: string;
  /** The colour that holds without one of the store's own. */
  ours: string;
  flaw: Flaw | undefined;
  fault: Fault | undefined;
  onValue: (value: string) => void;
};

/** A colour as text and as the browser's picker. What cannot be read is said at once, with the nearest colour that can. */
export function ColourField({ name, value, ours, flaw, fault, onValue }: ColourFieldProps) {
  const label = t(`look.${name}`);
  const shown = flaw && { code: 'colour', text: flawText(flaw), param: name, data: undefined, requestId: undefined };
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
        fault={shown ?? fault}
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

function flawText(flaw: Flaw): string {
  if (flaw === 'no_colour') return t('look.no_colour');
  return t('look.unreadable', { ratio: flaw.ratio, needed: flaw.needed });
}
