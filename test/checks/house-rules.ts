import { readFile } from 'node:fs/promises';
import { PROJECT, projectFiles } from './project.ts';

type HouseRule = {
  files: RegExp;
  except?: RegExp;
  /** Must not match a line of these files; with `path`, must not match their paths. */
  never: RegExp;
  path?: boolean;
  because: string;
};

const ANY = /./;
const TEST = /\.test\.ts$/;
const BINARY = /\.(png|jpg|webp|ico|woff2?|gz)$/;
const THIS_FILE = 'test/checks/house-rules.ts';

/** The conventions of CONTRIBUTING.md that the linter cannot check. */
const RULES: HouseRule[] = [
  {
    files: /^src\/domain\//,
    except: TEST,
    never:
      /\basync\b|\bawait\b|\bPromise\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bcrypto\b|\bperformance\b|\bfetch\(/,
    because: 'a rule takes time and chance as arguments and never waits',
  },
  {
    files: /^(src|packages)\/.*\.tsx?$/,
    except: TEST,
    never: /^\s*(export )?(abstract )?class (?!\w+ extends \w*Error\b)/,
    because: 'only errors are classes; everything else is functions and closures',
  },
  {
    files: /^src\/.*\.tsx?$/,
    except:
      /\.test\.ts$|^src\/(platform|browser)\/|^src\/core\/[^/]+\/(queries|commands)(\.ts$|\/)|^src\/core\/(jobs|outbox)\/|^src\/core\/(prune|walk)\.ts$|^src\/core\/stock\/sale-(queue|batch)\.ts$|^src\/integrations\/payments\/test-provider/,
    never: /\.query[<(]/,
    because: 'SQL lives in the queries, commands and queues of a noun, and in the platform',
  },
  {
    files: /^src\/.*\.ts$/,
    never: /[<>]=?\s*app_now\(|\bBETWEEN app_now\(|\bapp_now\(\)[^,;"`()]*[<>]/,
    because: 'a volatile function runs once for each row and prevents an index scan: write (SELECT app_now())',
  },
  {
    files: /^src\/.*\.(tsx?|css)$|^demo\/browser\/.*\.css$/,
    // The token files. Black and white, by which contrast is measured. The SDK dims a store's page, where no sheet of ours is. White
    // on a merchant's own background. An example.
    except:
      /\.test\.ts$|\/tokens\.css$|^src\/domain\/colour\.ts$|^src\/browser\/sdk\/modal\.ts$|^src\/browser\/frames\/placement-frame\.ts$|^src\/protocol\/wire\/sdk-api\.ts$/,
    never:
      /(?<![\w&/])#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(rgb|hsl)a?\(\s*[\d.]|\b(hwb|(ok)?lab|(ok)?lch)\(\s*[\d.]/i,
    because: 'a colour stands in src/browser/ui/tokens.css',
  },
  {
    files: /^(src|demo)\/.*\.css$/,
    // The token files. The button and the price, whose height the SDK reserves in px.
    except: /\/tokens\.css$|^src\/browser\/frames\/(button|price)\//,
    // Not of lines of a few px, nor of `em`, which follows the text around it.
    never:
      /^\s*(margin|padding|(row-|column-)?gap|font|font-size|border-([a-z-]+-)?radius)[a-z-]*:.*?(?<![\w.-])(\d*\.?\d+rem|([4-9]|\d\d+)(\.\d+)?px)\b/,
    because: 'a space, a size of type and a corner stand in src/browser/ui/tokens.css',
  },
  {
    files: ANY,
    never: /(^|\/)(utils?|helpers?|common|misc|service|services)(\/|\.[a-z]+$)/,
    path: true,
    because: 'a name says what the file contains',
  },
  {
    files: /^test\/browser\//,
    never: /waitForTimeout|timers\/promises|\bsleep\(/,
    because: 'a browser test waits for what it expects, never for time',
  },
  { files: ANY, never: /\b(TODO|FIXME|XXX)\b/, because: 'future work is not promised in a comment' },
  { files: ANY, never: /(^|[^\w.])\/(root|home|Users|work)\/\w/, because: "a path of one person's machine" },
  {
    files: ANY,
    never: /registry\.npmjs|npmmirror|verdaccio|artifactory/i,
    because: 'the project does not choose the package registry',
  },
  {
    files: ANY,
    never: /\bDESIGN\b|\bspec\.md|\b[Ii]ssue #?\d|\b[Tt]his session\b/,
    because: 'the project speaks of itself alone',
  },
];

/** Checks every file. Throws with every line that breaks a rule; otherwise resolves with the number of files. */
export async function checkHouseRules(): Promise<string> {
  const files = (await projectFiles()).filter((path) => !BINARY.test(path) && path !== THIS_FILE);
  const problems = await Promise.all(
    files.map(async (path) => brokenRules(path, await readFile(PROJECT + path, 'utf8'))),
  );
  if (problems.flat().length > 0) throw new Error(problems.flat().join('\n'));
  return `${files.length} files`;
}

/** Returns one text for each line or path that breaks a rule. */
export function brokenRules(path: string, text: string): string[] {
  const rules = RULES.filter(({ files, except }) => files.test(path) && !except?.test(path));
  const inPath = rules.filter((rule) => rule.path && rule.never.test(path)).map((rule) => `${path}: ${rule.because}`);
  const inLines = text
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter((rule) => !rule.path && rule.never.test(line))
        .map((rule) => `${path}:${index + 1}: ${rule.because}: ${line.trim().slice(0, 100)}`),
    );
  return [...inPath, ...inLines];
}
