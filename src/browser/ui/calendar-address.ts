/** Returns the address by which a calendar program subscribes: its scheme opens that program instead of the browser. */
export const calendarAddress = (path: string): string => `webcal://${location.host}${path}`;
