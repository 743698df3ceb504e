import { render } from 'preact';
import type { BegunStatus } from '../../../protocol/schema/status-api.ts';
import type { FromStatus, ToStatus } from '../../../protocol/wire/frame-messages.ts';
import { formatMessage } from '../../../protocol/wire/message-format.ts';
import type { StatusDocument } from '../../../protocol/wire/status-document.ts';
import { keepSession, keepState } from '../../live/keep-state.ts';
import { connect, readData, readState } from '../connect.ts';
import { followGround } from '../ground.ts';
import { createApi } from './api.ts';
import { createReceive, resume } from './reading.ts';
import type { View } from './screens.ts';
import { createContext, type Texts } from './state.ts';
import { App } from './views/app.tsx';
import { Nothing } from './views/nothing.tsx';

const data = readData<StatusDocument & { begun?: BegunStatus; looksUp?: true }>();
const state = readState();
// Uses the store page's colour scheme. A page without one (`normal`) is light, whatever the system's scheme is.
if (state.c) document.documentElement.style.colorScheme = state.c === 'normal' ? 'light' : state.c;
followGround(state.color);
// The fallback to the key is never shown: a test checks that the catalogue has every key that the frame uses.
const t: Texts = (key, values) => formatMessage(data.messages[key] ?? key, data.locale, values);

const embedded = parent !== window;
let receive: (message: ToStatus) => void = () => {};
const send = connect<ToStatus, FromStatus>(state, { title: t('title'), view: null }, (message) => receive(message));

const { begun, looksUp } = data;
const alone = begun !== undefined || looksUp === true;
if (data.store && (embedded || alone)) {
  const api = createApi(data.store.key, data.locale);
  const hasOne = begun !== undefined;
  const context = createContext({ store: data.store, locale: data.locale, t, send, api, alone, hasOne });
  if (LIVE) {
    keepSession(api);
    keepState(context, {
      hasBegun: ({ screen }) => screen.name !== 'waiting',
      dataOf({ screen: { signal, problem, busy, ...view }, ...state }) {
        return { ...state, focus: null, view: view as View };
      },
      show: ({ view, ...state }) => context.enter(view, state),
    });
  }
  receive = createReceive(context);
  if (begun) resume(context, begun);
  else if (looksUp) receive({ t: 'open', mode: 'guest', token: null });
  document.body.classList.toggle('alone', alone);
  render(<App context={context} />, document.body);
} else render(<Nothing t={t} reason={embedded ? 'unknown' : 'alone'} />, document.body);

// The page sets the frame's height to that of its content, so that the frame does not scroll.
new ResizeObserver(() => {
  send({ t: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
}).observe(document.body);
