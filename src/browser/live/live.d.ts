/** True in the builds of `npm run dev` alone. The builder puts the value in, so other builds leave out what depends on it. */
declare const LIVE: boolean;
