import { render } from 'preact';
import type { BegunStatus } from '../../../protocol/schema/status-api.ts';
import type { FromStatus, ToStatus } from '../../../protocol/wire/frame-messages.ts';
import { formatMessage } from '../../../protocol/wire/message-format.ts';
import type { StatusDocument } from '../../../protocol/wire/status-document.ts';
import { connect, readData, readState } from '../connect.ts';
import { followGround } from '../ground.ts';
import { createApi } from './api.ts';
import { receive as receiveMessage, resume } from './reading.ts';
import { createContext, type Texts } from './state.ts';
import { App } from './views/app.tsx';
import { Nothing } from './views/nothing.tsx';

const data = readData<StatusDocument & { begun?: BegunStatus }>();
const state = readState();
// Light in a light shop, whatever the reader's system is set to; where the shop follows the system, so do we.
if (state.c) document.documentElement.style.colorScheme = state.c === 'normal' ? 'light' : state.c;
followGround(state.color);
// A key is never shown to a shopper in earnest: a test finds every key that the frame asks for in the catalogue.
const t: Texts = (key, values) => formatMessage(data.messages[key] ?? key, data.locale, values);

const embedded = parent !== window;
let receive: (message: ToStatus) => void = () => {};
const send = connect<ToStatus, FromStatus>(state, { title: t('title'), view: null }, (message) => receive(message));

const { begun } = data;
if (data.store && (embedded || begun)) {
  const api = createApi(data.store.key, data.locale);
  const context = createContext({ store: data.store, locale: data.locale, t, send, api, begun: begun !== undefined });
  receive = (message) => receiveMessage(context, message);
  if (begun) resume(context, begun);
  document.body.classList.toggle('alone', begun !== undefined);
  render(<App context={context} />, document.body);
} else render(<Nothing t={t} reason={embedded ? 'unknown' : 'alone'} />, document.body);

// The page gives the frame the height of its content, so that nothing scrolls inside.
new ResizeObserver(() => {
  send({ t: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
}).observe(document.body);
