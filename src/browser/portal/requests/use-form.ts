import { useRef, useState } from 'preact/hooks';
import { say } from '../requests/say.ts';
import { type Fault, faultOf, faultsOf, wrongField } from './fault.ts';
import { type Field, type FormState, idOf } from './form-state.ts';
import { keptNow, useKept } from './leaving.ts';
import { changedIds, type Meanwhile, merge } from './merge.ts';
import { type Match, matchOf } from './versions.ts';

export type FormModel<Values> = FormState & {
  values: Values;
  set: (values: Partial<Values>) => void;
  /** What a field of that name needs. */
  field: <Id extends keyof Values & string>(
    id: Id,
  ) => { id: Id; value: Values[Id]; onValue: (value: Values[Id]) => void };
  /** Does what another button of the form is for, and tells in the form why it did not work. */
  also: (work: () => Promise<unknown>) => Promise<boolean>;
};

type FormOptions<Thing, Values, Saved> = {
  /** What the form changes, as it was read. Left out where it makes something new. */
  of?: Thing;
  /** What the fields hold before anything is typed, by their ids. */
  values: (thing: Thing) => Values;
  /** Reads `of` again: somebody else may have changed it. */
  read?: () => Promise<Thing>;
  /** Says what is wrong of fields that the browser cannot check, by their ids. */
  check?: (values: Values) => Record<string, string | false | undefined>;
  /** Names the field that a refusal is about, where the service names it otherwise. */
  at?: (fault: Fault) => Fault;
  /** Leaving asks nothing: what is typed is a question or a proof, and no work. */
  free?: boolean;
  /** Asks before it is sent, where it may not be meant. */
  sure?: (values: Values, before: Values) => Promise<boolean>;
  /** Sends it, for the version that was read. */
  save: (values: Values, read: { of: Thing; before: Values; header: Match }) => Promise<Saved>;
  /** What is said once it is saved. */
  said?: string | undefined | ((values: Values) => string);
  done?: (saved: Saved) => void;
};

type State<Thing, Values> = {
  /** What the typed values began from; undefined as long as nothing is typed. */
  from?: { thing: Thing } | undefined;
  typed?: Values | undefined;
  /** What is being sent. */
  work?: Promise<unknown> | undefined;
  faults: readonly Fault[];
  meanwhile: readonly Meanwhile[];
};

const CLEAN = { from: undefined, work: undefined, faults: [], meanwhile: [] };
// How often a save is tried again because others changed what the form does not show.
const TRIES_MAX = 5;
// So long a person who leaves waits for what is being sent, before they are asked.
const WAIT_MS_MAX = 5_000;

/** Holds what is typed into a form, what is wrong with it, and what somebody else has changed meanwhile. */
export function useForm<Thing, Values extends object, Saved>(
  options: FormOptions<Thing, Values, Saved>,
): FormModel<Values> {
  const { current: fields } = useRef(new Map<string, Field>());
  const typed = useTyped(options);
  const { state, put, thing, before, values } = typed;
  const unsaved = () =>
    !options.free && state.current.typed && changedIds(before(), values()).length > 0 ? 'unsaved' : undefined;
  const keeps = () => {
    const { work } = state.current;
    // Once it is sent, the whole page is asked again: another form may hold something.
    return work && unsaved() ? Promise.race([work.then(keptNow, keptNow), afterWaiting()]) : unsaved();
  };
  useKept(keeps);
  const set = (part: Partial<Values>) => {
    const stays = ({ param = '' }: Fault) => param !== '' && !(idOf(fields, param) in part);
    const faults = state.current.faults.filter(stays);
    put({ from: { thing: thing() }, typed: { ...values(), ...part }, faults });
  };
  const setOne = (id: string, value: unknown) => set({ [id]: value } as unknown as Partial<Values>);
  const { work, faults, meanwhile } = state.current;
  return {
    values: values(),
    busy: !!work,
    faults,
    meanwhile,
    fields,
    keeps,
    set,
    submit: () => submit(options, typed),
    also: (work) => attempt(options, typed, work),
    field: (id) => ({ id, value: values()[id], onValue: (value) => setOne(id, value) }),
    check: () =>
      Object.entries(options.check?.(values()) ?? {}).flatMap(([id, text]) => (text ? [wrongField(id, text)] : [])),
    refuse: (found) => put({ faults: found }),
    take(one) {
      setOne(one.id, one.now);
      put({ meanwhile: state.current.meanwhile.filter((other) => other !== one) });
    },
  };
}

type Typed<Thing, Values> = ReturnType<typeof useTyped<Thing, Values>>;

function useTyped<Thing, Values>(options: Pick<FormOptions<Thing, Values, unknown>, 'of' | 'values'>) {
  const [, draw] = useState({});
  const state = useRef<State<Thing, Values>>(CLEAN);
  const put = (part: Partial<State<Thing, Values>>) => {
    state.current = { ...state.current, ...part };
    draw({});
  };
  const thing = () => (state.current.from ? state.current.from.thing : (options.of as Thing));
  const before = () => options.values(thing());
  return { state, put, thing, before, values: () => state.current.typed ?? before() };
}

async function submit<Thing, Values extends object, Saved>(
  options: FormOptions<Thing, Values, Saved>,
  typed: Typed<Thing, Values>,
): Promise<boolean> {
  const { state, put, values, before } = typed;
  if (state.current.work || (options.sure && !(await options.sure(values(), before())))) return false;
  return attempt(options, typed, async () => {
    const { saved, sent } = await send(options, typed);
    // Who has typed on meanwhile keeps that.
    put({ ...CLEAN, typed: state.current.typed === sent ? undefined : state.current.typed });
    if (options.said) say(typeof options.said === 'string' ? options.said : options.said(sent));
    options.done?.(saved);
  });
}

/** Does one thing at a time, and keeps why it did not work. */
async function attempt<Thing, Values extends object, Saved>(
  options: FormOptions<Thing, Values, Saved>,
  { state, put }: Typed<Thing, Values>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  if (state.current.work) return false;
  const running = work();
  put({ work: running, faults: [], meanwhile: [] });
  try {
    await running;
    put({ work: undefined });
    return true;
  } catch (error) {
    const faults = faultsOf(error).map((fault) => options.at?.(fault) ?? fault);
    put({ work: undefined, faults: state.current.meanwhile.length > 0 ? [] : faults });
    return false;
  }
}

/** Sends it; if others changed only what the form does not show, once more for what is there now. */
async function send<Thing, Values extends object, Saved>(
  options: FormOptions<Thing, Values, Saved>,
  typed: Typed<Thing, Values>,
  tries = 1,
): Promise<{ saved: Saved; sent: Values }> {
  const { save, read } = options;
  const { put, thing, before, values } = typed;
  try {
    const sent = values();
    return { saved: await save(sent, { of: thing(), before: before(), header: matchOf(thing()) }), sent };
  } catch (error) {
    if (faultOf(error).code !== 'precondition_failed' || !read || tries === TRIES_MAX) throw error;
    const was = { before: before(), mine: values() };
    put({ from: { thing: await read() } });
    const merged = merge({ ...was, theirs: before() });
    put(merged);
    if (merged.meanwhile.length > 0) throw error;
  }
  return send(options, typed, tries + 1);
}

const afterWaiting = () => new Promise<'unsaved'>((done) => setTimeout(done, WAIT_MS_MAX, 'unsaved'));
