import { followContents } from './contents.ts';
import { copyOnClick } from './copy.ts';
import { openMenu } from './menu.ts';
import { reachScrollers } from './scrollers.ts';
import { openSearch } from './search.ts';
import { switchSamples } from './tabs.ts';
import { sendTries } from './try.ts';

/** The script of the documentation. Every page can be read without it. */
openMenu();
openSearch();
switchSamples();
copyOnClick();
followContents();
sendTries();
reachScrollers();
