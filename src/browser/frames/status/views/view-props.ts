import type { ScreenName, ScreenOf } from '../screens.ts';
import type { Context, State } from '../state.ts';

/** The props of every view: those of a screen name it. */
export type ViewProps<Name extends ScreenName = ScreenName> = {
  context: Context;
  state: State;
  screen: ScreenOf<Name>;
};
