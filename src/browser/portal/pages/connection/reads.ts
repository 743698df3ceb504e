import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, setData, useData } from '../../requests/use-data.ts';
import { type List, useList } from '../../requests/use-list.ts';

export type Connection = Schemas['AdminConnection'];
export type Issue = Schemas['AdminConnectionIssue'];

const key = () => keyOf('connection');

export const readConnection = async (): Promise<Connection> => bodyOf(await api.GET('/admin/api/v1/connection')).data;

export const useConnection = (): Loaded<Connection> => useData(key(), readConnection);

/** Shows what an answer said of the connection, and loads again what depends on it. */
export function keepConnection(connection: Connection): void {
  setData(key(), connection);
  changed(issuesKey());
  changed(keyOf('alerts'));
}

const issuesKey = () => keyOf('connection-issues');

/** The products that differ. They are listed anew once the connection says that there are others. */
export function useIssues({ issues, sync: last }: Connection): List<Issue> {
  return useList(`${issuesKey()} ${issues} ${last?.done_at}`, async (after) => {
    const query = after === undefined ? {} : { after };
    return bodyOf(await api.GET('/admin/api/v1/connection/issues', { params: { query } }));
  });
}

export type PrivacyRequest = Schemas['AdminPrivacyRequest'];

const privacyKey = () => keyOf('privacy-requests');

/** What the platform asked on behalf of people, the newest first. */
export function usePrivacyRequests(): List<PrivacyRequest> {
  return useList(privacyKey(), async (after) => {
    const query = after === undefined ? {} : { after };
    return bodyOf(await api.GET('/admin/api/v1/privacy-requests', { params: { query } }));
  });
}

export function changedPrivacyRequests(): void {
  changed(privacyKey());
  changed(keyOf('alerts'));
}

/** Asks for everything to be read or compared, or for one product to be read. */
export async function sync(body: { dry_run?: boolean; product_id?: string }): Promise<void> {
  keepConnection(bodyOf(await api.POST('/admin/api/v1/connection/sync', { body })).data);
}
