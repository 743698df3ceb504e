import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';

/** A person and what an erasure would take away of them. */
export type KnownPerson = { email: string; plan: Schemas['AdminErasure'] };
