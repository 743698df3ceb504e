import type { StaffMember } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';

export type Role = StaffMember['role'];

/** The roles, each with what it may do. */
export const roleOptions = (): { value: Role; text: string; hint: string }[] => [
  { value: 'owner', text: t('role.owner'), hint: t('team.owner') },
  { value: 'manager', text: t('role.manager'), hint: t('team.manager') },
  { value: 'support', text: t('role.support'), hint: t('team.support') },
  { value: 'read-only', text: t('role.read_only'), hint: t('team.read_only') },
];
