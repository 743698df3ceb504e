const UNLIKE_THEIR_BASE = new Map(
  Object.entries({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', 臺: '台' }),
);

// Words that some write with a region's name and others leave out: "County Cork", "Bangkok Metropolis", "Tokyo-to",
// "Città metropolitana di Milano", "Республика Татарстан".
const KINDS = `
  city county co department district emirate governorate island metropolis metropolitan municipality parish prefecture province
  region republic special state states federated territory autonomous self governing administrative commonwealth community
  principality sar
  comunidad foral principado departamento estado provincia prov autonoma islas illes regione citta metropolitana libero consorzio comunale
  kray krai oblast okrug respublika republits avtonomnyy avtonomnaya
  край область обл округ республика респ автономный автономная авт ао город г
  provinsi propinsi daerah istimewa khusus ibukota
  sheng shi zizhiqu do si to fu ken tinh il muhafazat teukbyeolsi gwangyeoksi
  of de del di della dell the
  إمارة
`;
const KINDS_OF_SCRIPTS_WITHOUT_SPACES =
  '省 市 都 府 県 縣 (?:壮族|回族|维吾尔)?自治区 特别行政区 특별자치도 특별자치시 특별시 광역시 도 시';

// Letters decide where a word ends: `\b` knows those of Latin script only.
const KIND = new RegExp(`(?<![\\p{L}\\p{N}])(?:${plain(KINDS.trim()).split(/\s+/).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
const KIND_AT_END = new RegExp(
  `(?<=..)(?:${KINDS_OF_SCRIPTS_WITHOUT_SPACES.split(' ').join('|')})$`.normalize('NFKD'),
  'u',
);

/** Returns letters and digits alone, without accents and in lower case. */
export function fold(text: string): string {
  return plain(text).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns them without the word for the kind of region. */
export function stem(text: string): string {
  return fold(plain(text).replace(KIND, ' ')).replace(KIND_AT_END, '');
}

/** Returns a name as it stands, turned round if it is written as in a register (`Asturias, Principado de`), and its parts. */
export function spellings(name: string): string[] {
  const [first = '', second = '', ...more] = name.split(',').map((part) => part.trim());
  const isTurned = first !== '' && second !== '' && more.length === 0;
  const parts = name.split(/[/(),]/).filter((part) => stem(part) !== '');
  return [name, ...(isTurned ? [`${second} ${first}`] : []), ...parts];
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðıßæœ臺]/gu, (letter) => UNLIKE_THEIR_BASE.get(letter) ?? letter);
}
