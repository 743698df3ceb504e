import { createOwnStore } from '../../core/staff/commands/create-store.ts';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import { NewStore } from '../../protocol/schema/admin-api/store-life.ts';
import { StoreCreated } from '../../protocol/schema/portal-api.ts';
import { newStoreFrom } from '../merchant-json/store-settings.ts';
import { PORTAL_API as API, type PortalParts, success } from './parts.ts';

/** Registers how a member makes a store. In the private API a request acts in a store that is there already. */
export function registerStoreRoutes(app: App, { deps, visitors }: PortalParts): void {
  app.post(`${API}/stores`, { schema: { body: NewStore, response: { 201: StoreCreated } } }, async (request, reply) => {
    const { member } = await visitors.of(request);
    if (!member.mayCreateStores) {
      const scope = 'stores:create';
      deps.log.warn({ request_id: request.id, by: 'staff', id: member.id, scope }, 'refused for want of a scope');
      const message = 'Only an owner of this installation may create stores.';
      throw new AppError('scope_required', message, { data: { scope } });
    }
    const { id, name } = member;
    const store = newStoreFrom(request.body);
    await createOwnStore(deps, { id, name }, store);
    return reply.code(201).send(success({ slug: store.slug }));
  });
}
