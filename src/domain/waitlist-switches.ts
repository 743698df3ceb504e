type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Name;

type Switch = {
  /** What it does, for the reference of the API and the help of the command line. */
  does: string;
  /** How the command line shows a waitlist for which it is on. */
  shown: readonly [label: string, text: string];
};

/**
 * The settings of a waitlist that are on or off, off by default. The field of the private API, the column of the table and of the CSV, and the
 * option of the command line follow from the name by rule: `showPosition`, `show_position`, `--show-position`.
 */
const SWITCHES = {
  showPosition: {
    does: 'Shoppers see their place in the queue.',
    shown: ['Queue', 'shoppers see their place'],
  },
  shelfFirst: {
    does: 'A variant is not pre-ordered while the store has it in stock: the button steps back, and comes again when the shelf is empty.',
    shown: ['Shelf', 'sold first: no pre-orders for what is in stock'],
  },
} satisfies Record<string, Switch>;

export type WaitlistSwitch = keyof typeof SWITCHES;
export type SwitchField = Snake<WaitlistSwitch>;
export type WaitlistSwitches = Record<WaitlistSwitch, boolean>;
/** Those that somebody gives. */
export type GivenSwitches = { [Name in WaitlistSwitch]?: boolean | undefined };
export type SwitchFields<Value = boolean> = Record<SwitchField, Value>;

export const WAITLIST_SWITCHES: readonly (Switch & { name: WaitlistSwitch; field: SwitchField })[] = Object.entries(
  SWITCHES,
).map(([name, rest]) => ({
  name: name as WaitlistSwitch,
  field: name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SwitchField,
  ...rest,
}));

export const SWITCH_FIELDS: readonly SwitchField[] = WAITLIST_SWITCHES.map(({ field }) => field);

/** Returns a value for each field. */
export function eachSwitchField<Value>(make: (one: (typeof WAITLIST_SWITCHES)[number]) => Value): SwitchFields<Value> {
  return Object.fromEntries(WAITLIST_SWITCHES.map((one) => [one.field, make(one)])) as SwitchFields<Value>;
}

/** Returns a value for each name of the core. */
export function eachSwitch<Value>(
  make: (one: (typeof WAITLIST_SWITCHES)[number]) => Value,
): Record<WaitlistSwitch, Value> {
  return Object.fromEntries(WAITLIST_SWITCHES.map((one) => [one.name, make(one)])) as Record<WaitlistSwitch, Value>;
}

/** Returns the fields of the switches that are given. */
export function givenFields(given: GivenSwitches): Partial<SwitchFields> {
  const all = WAITLIST_SWITCHES.map(({ name, field }) => [field, given[name]] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Partial<SwitchFields>;
}
