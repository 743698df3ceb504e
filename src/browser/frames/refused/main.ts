import { connect, readState } from '../connect.ts';

// What a page gets in place of a document that it may not embed: nothing to see, and the reason.
connect(readState(), { title: document.title, view: null, fault: 'origin_not_allowed' }, () => {});
