import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Invitation, StaffMember, Store } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { useMe, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Check } from '../../ui/choices.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { ago, moment } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { InviteWindow } from './invite.tsx';
import { RoleWindow } from './role-window.tsx';
import { roleOptions } from './roles.ts';
import { SecondFactorRule } from './second-factor.tsx';

/** Who works in the store, and who is invited to it. */
export function Team({ store }: { store: Store }) {
  const mayWrite = useScopes()('access:write');
  const staff = useData(keyOf('staff'), async () => bodyOf(await api.GET('/admin/api/v1/staff')).data);
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <Card
        title={t('settings.team')}
        hint={t('team.text')}
        actions={mayWrite && <Button onPress={() => setInviting(true)}>{t('team.invite')}</Button>}
      >
        <Shown of={staff}>
          {(list) => (
            <ul class="rows">
              {list.map((member) => (
                <Member key={member.id} member={member} mayWrite={mayWrite} />
              ))}
            </ul>
          )}
        </Shown>
      </Card>
      <Invitations mayWrite={mayWrite} />
      <SecondFactorRule store={store} />
      {inviting && <InviteWindow onClose={() => setInviting(false)} />}
    </>
  );
}

function Member({ member, mayWrite }: { member: StaffMember; mayWrite: boolean }) {
  const { id, name, email, role, last_used_at: used } = member;
  const { staff } = useMe();
  const [open, setOpen] = useState<'role' | 'remove'>();
  const close = () => setOpen(undefined);
  return (
    <li class="rows__row">
      <span>
        {name} {id === staff.id && <Badge>{t('team.you')}</Badge>}
        <span class="sub">{email}</span>
        <span class="sub">{used === null ? t('team.signed_out') : t('session.used', { when: ago(used) })}</span>
        <span class="sub">{roleOptions().find(({ value }) => value === role)?.text}</span>
      </span>
      {mayWrite && (
        <span class="rows__end">
          <button type="button" class="link-button" onClick={() => setOpen('role')}>
            {t('team.change_role')}
            <span class="visually-hidden"> {name}</span>
          </button>
          <button type="button" class="link-button" onClick={() => setOpen('remove')}>
            {t('remove')}
            <span class="visually-hidden"> {name}</span>
          </button>
        </span>
      )}
      {open === 'role' && <RoleWindow member={member} onClose={close} />}
      {open === 'remove' && <Remove member={member} onClose={close} />}
    </li>
  );
}

function Remove({ member: { id, name }, onClose }: { member: StaffMember; onClose: () => void }) {
  const tokens = useData(keyOf('tokens'), async () => bodyOf(await api.GET('/admin/api/v1/tokens')).data);
  const made = tokens.data?.filter(({ made_by: by, state }) => by?.id === id && state === 'valid') ?? [];
  const form = useForm({
    values: () => ({ keep: false }),
    save: async ({ keep }) => {
      const params = { path: { staff_id: id }, query: { keep_tokens: keep } };
      bodyOf(await api.DELETE('/admin/api/v1/staff/{staff_id}', { params }));
      for (const list of ['staff', 'invitations', 'tokens']) changed(keyOf(list));
    },
    said: t('team.removed', { name }),
    done: onClose,
  });
  return (
    <FormWindow title={t('team.remove', { name })} form={form} submit={t('remove')} kind="danger" onClose={onClose}>
      <p>{t('team.remove.text')}</p>
      {made.length > 0 && (
        <>
          <p>{t('team.made', { name, list: made.map((token) => token.name).join(', ') })}</p>
          <Check {...form.field('keep')} label={t('team.keep')} />
        </>
      )}
    </FormWindow>
  );
}

function Invitations({ mayWrite }: { mayWrite: boolean }) {
  const invitations = useData(
    keyOf('invitations'),
    async () => bodyOf(await api.GET('/admin/api/v1/invitations')).data,
  );
  if (invitations.data?.length === 0) return null;
  return (
    <Card title={t('team.invited')}>
      <Shown of={invitations}>
        {(list) => (
          <ul class="rows">
            {list.map((one) => (
              <Invited key={one.id} invitation={one} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
      </Shown>
    </Card>
  );
}

function Invited({ invitation: { id, email, role, expires_at: until }, mayWrite }: InvitedProps) {
  const sending = useSending();
  const revoke = () =>
    sending.send(async () => {
      const params = { path: { invitation_id: id } };
      bodyOf(await api.DELETE('/admin/api/v1/invitations/{invitation_id}', { params }));
      changed(keyOf('invitations'));
    });
  return (
    <li class="rows__row">
      <span>
        {email}
        <span class="sub">{roleOptions().find(({ value }) => value === role)?.text}</span>
        <span class="sub">{t('team.until', { time: moment(until) })}</span>
        {sending.fault && <FaultNotice fault={sending.fault} />}
      </span>
      {mayWrite && (
        <button type="button" class="link-button" onClick={() => void revoke()}>
          {t('team.revoke')}
          <span class="visually-hidden"> {email}</span>
        </button>
      )}
    </li>
  );
}

type InvitedProps = { invitation: Invitation; mayWrite: boolean };
