import type { operations, Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { type List, useList } from '../../requests/use-list.ts';

export type Mail = Schemas['AdminMail'];
export type Suppression = Schemas['AdminSuppression'];
export type MailKind = NonNullable<NonNullable<operations['listMails']['parameters']['query']>['kind']>;
export type MailFilter = { state?: Mail['state']; kind?: MailKind; preorder?: string };

/** The mails of the store, the newest first. */
export function useMails(filter: MailFilter): List<Mail> {
  return useList(keyOf(`mails?${JSON.stringify(filter)}`), async (after) => {
    const query = { ...filter, ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/mails', { params: { query } }));
  });
}

/** One mail with what it says. */
export function useMail(id: string) {
  return useData(keyOf(`mails/${id}`), async () => {
    const params = { path: { mail_id: id } };
    return bodyOf(await api.GET('/admin/api/v1/mails/{mail_id}', { params })).data;
  });
}

export type ShownMail = NonNullable<ReturnType<typeof useMail>['data']>;

/** Has a mail sent again. Resolves with the mail that waits to be sent: the same one, or a copy of one that went out. */
export async function sendAgain(id: string): Promise<Mail> {
  const init = { params: { path: { mail_id: id } }, body: {} };
  const { data } = bodyOf(await api.POST('/admin/api/v1/mails/{mail_id}/resend', init));
  changed(keyOf('mails'));
  changed(keyOf(`preorders/${data.preorder}/timeline`));
  return data;
}

const suppressionsKey = () => keyOf('suppressions');

/** The addresses that get no more mails. */
export function useSuppressions(): Loaded<Suppression[]> {
  return useData(suppressionsKey(), async () => bodyOf(await api.GET('/admin/api/v1/suppressions')).data);
}

export async function block(email: string, reason: 'bounced' | 'complained'): Promise<void> {
  bodyOf(await api.POST('/admin/api/v1/suppressions', { body: { email, reason } }));
  changed(suppressionsKey());
}

/** Allows mails to an address. Resolves with false if it was not on the list. */
export async function allow(email: string): Promise<boolean> {
  const { removed } = bodyOf(await api.POST('/admin/api/v1/suppressions/remove', { body: { email } })).data;
  changed(suppressionsKey());
  return removed;
}
