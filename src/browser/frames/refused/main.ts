import { connect, readState } from '../connect.ts';

// The document for a page that may not embed the real one: it shows nothing and sends the reason.
connect(readState(), { title: document.title, view: null, fault: 'origin_not_allowed' }, () => {});
