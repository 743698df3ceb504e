import type { StaffMember } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { FormWindow, ReadWindow } from '../../ui/form-window.tsx';
import { Radios } from '../../ui/radios.tsx';
import { roleOptions } from './roles.ts';

type RoleWindowProps = { member: StaffMember; onClose: () => void };

const readMember = async (id: string): Promise<StaffMember> =>
  bodyOf(await api.GET('/admin/api/v1/staff/{staff_id}', { params: { path: { staff_id: id } } })).data;

/** Gives somebody another role, for the role that they have now: the list may be older. */
export function RoleWindow({ member: { id, name }, onClose }: RoleWindowProps) {
  const loaded = useData(keyOf(`staff/${id}`), () => readMember(id));
  return (
    <ReadWindow of={loaded} title={t('team.role_of', { name })} onClose={onClose}>
      {(member) => <RoleForm member={member} onClose={onClose} />}
    </ReadWindow>
  );
}

function RoleForm({ member, onClose }: RoleWindowProps) {
  const { id, name } = member;
  const form = useForm({
    of: member,
    values: ({ role }) => ({ role }),
    read: () => readMember(id),
    save: async (body, { header }) => {
      const params = { path: { staff_id: id }, header };
      const answer = await api.PATCH('/admin/api/v1/staff/{staff_id}', { params, body });
      for (const list of ['staff', 'invitations', 'tokens']) changed(keyOf(list));
      return bodyOf(answer).data.made;
    },
    done: ({ tokens, invitations }) => {
      const ended = [...tokens.map((token) => token.name), ...invitations.map((one) => one.email)];
      say(ended.length > 0 ? t('team.ended', { name, list: ended.join(', ') }) : t('saved'));
      onClose();
    },
  });
  return (
    <FormWindow title={t('team.role_of', { name })} form={form} submit={t('save')} onClose={onClose}>
      <Radios {...form.field('role')} label={t('team.role')} options={roleOptions()} />
    </FormWindow>
  );
}
