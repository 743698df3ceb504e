/** The process's time. Decisions about stock and money take the database's `app_now()` instead. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
