import type { Context, State } from '../state.ts';

/** The props of every view. */
export type ViewProps = { context: Context; state: State };
