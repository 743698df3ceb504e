import type { ComponentChildren } from 'preact';
import { Notice } from '../../ui/notice.tsx';
import type { Fault } from '../requests/fault.ts';
import { type FormState, idOf } from '../requests/form-state.ts';
import type { Meanwhile } from '../requests/merge.ts';
import { t } from '../texts.ts';
import { FaultText } from './fault-text.tsx';
import { FaultNotice } from './loaded.tsx';

/** The end of a form: its buttons, and above them what keeps it from being saved. It stays on the screen until that is mended. */
export function FormFoot({ form, children }: { form: FormState; children: ComponentChildren }) {
  const { faults, meanwhile } = form;
  const stays = faults.length > 0 || meanwhile.length > 0;
  return (
    <div class={`form-foot${stays ? ' form-foot--stays' : ''}`}>
      {meanwhile.length > 0 && <ChangedMeanwhile form={form} />}
      {faults.length > 0 && <Summary form={form} />}
      <div class="form-foot__acts">{children}</div>
    </div>
  );
}

function Summary({ form: { faults, fields } }: { form: FormState }) {
  const ofFields = faults.filter(({ param = '' }) => fields.has(idOf(fields, param)));
  const [other] = faults.filter((fault) => !ofFields.includes(fault));
  return (
    <>
      {other && <FaultNotice fault={other} />}
      {ofFields.length > 0 && (
        <div role="alert">
          <Notice kind="error" title={t('form.wrong', { count: ofFields.length })}>
            <ul class="points">
              {ofFields.map((fault) => (
                <WrongField key={fault.param} fault={fault} form={{ fields }} />
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </>
  );
}

function WrongField({ fault, form: { fields } }: { fault: Fault; form: Pick<FormState, 'fields'> }) {
  const id = idOf(fields, fault.param ?? '');
  const go = (event: Event) => {
    event.preventDefault();
    goTo(id);
  };
  return (
    <li>
      <a href={`#${id}`} data-field={id} onClick={go}>
        {fields.get(id)?.label}
      </a>
      {': '}
      <FaultText fault={fault} />
    </li>
  );
}

/** Says what somebody else has changed. What was typed stays, until somebody takes the other. */
function ChangedMeanwhile({ form }: { form: FormState }) {
  return (
    <div role="alert">
      <Notice kind="warning" title={t('form.meanwhile')}>
        <p>{t('form.meanwhile.text')}</p>
        <ul class="points">
          {form.meanwhile.map((one) => (
            <Difference key={one.id} one={one} form={form} />
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function Difference({ one, form: { fields, take } }: { one: Meanwhile; form: FormState }) {
  const field = fields.get(one.id);
  const label = field?.label ?? one.id;
  const text = (value: unknown) => (typeof value === 'string' && field?.textOf?.(value)) || textOf(value);
  return (
    <li>
      <strong>{label}</strong>
      {` – ${t('form.now', { value: text(one.now) })}`}
      {'yours' in one && (
        <>
          {`, ${t('form.yours', { value: text(one.yours) })} `}
          <button type="button" class="link-button" onClick={() => take(one)}>
            {t('form.take')}
            <span class="visually-hidden"> {label}</span>
          </button>
        </>
      )}
    </li>
  );
}

/** Writes a value of a form for people. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? '–' : text;
}

/** Goes to a field, so that it and what is wrong with it stand above the foot, which may cover the lower half of a phone. */
export function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}
