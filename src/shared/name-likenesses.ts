import { foldSpelling, nameWords } from "./names.ts";

/** A rule that decides whether two names mean the same person. The first rule that finds a person wins. */
export interface NameLikeness {
  /** The keys of a pool player's name; empty if the rule does not apply to it. */
  readonly ofListing: (name: string) => readonly string[];
  /** The keys of a name in another file; two names match if they share a key. */
  readonly ofRow: (name: string) => readonly string[];
}

/** Groups of interchangeable first names, in lower-case plain letters; a name can be in several groups. */
const SHORT_FORMS: readonly (readonly string[])[] = [
  ["abraham", "abe", "bram"],
  ["albert", "al", "bert"],
  ["alexander", "alex", "xander", "zander", "sasha", "lex"],
  ["alexandre", "alex"],
  ["alexei", "alexey", "aleksei", "aleksey", "alex"],
  ["alfred", "alf", "fred", "freddie", "freddy"],
  ["andrew", "andy", "drew"],
  ["andrei", "andrey"],
  ["anthony", "tony", "ant"],
  ["anton", "tony"],
  ["artem", "artyom"],
  ["artemi", "artemy"],
  ["arthur", "art"],
  ["augustus", "august", "gus"],
  ["bartholomew", "bart"],
  ["benjamin", "ben", "benji", "benny"],
  ["bernard", "bernie"],
  ["bradley", "brad"],
  ["bradford", "brad"],
  ["brandon", "bran"],
  ["calvin", "cal"],
  ["cameron", "cam"],
  ["cedric", "ced"],
  ["charles", "charlie", "charley", "chuck", "chas"],
  ["christian", "chris"],
  ["christopher", "chris", "kit", "topher"],
  ["clifford", "cliff"],
  ["clinton", "clint"],
  ["daniel", "dan", "danny", "dani"],
  ["danil", "daniil"],
  ["david", "dave", "davey"],
  ["dennis", "denny"],
  ["dmitri", "dmitry", "dimitri"],
  ["dominic", "dominick", "dom", "nick"],
  ["donald", "don", "donnie", "donny"],
  ["douglas", "doug"],
  ["edward", "ed", "eddie", "eddy", "ted", "teddy", "ned"],
  ["edmund", "ed", "ned"],
  ["eugene", "gene"],
  ["evgeni", "evgeny", "evgenii", "yevgeni"],
  ["ezekiel", "zeke"],
  ["francis", "frank", "frankie", "fran"],
  ["franklin", "frank"],
  ["frederick", "fred", "freddie", "freddy"],
  ["gabriel", "gabe"],
  ["geoffrey", "jeffrey", "jeff", "geoff"],
  ["gerald", "gerry", "jerry"],
  ["gerard", "gerry"],
  ["giovanni", "gio"],
  ["gregory", "greg", "gregg"],
  ["harold", "hal", "harry"],
  ["harrison", "harry"],
  ["henry", "hank", "harry"],
  ["herbert", "herb", "herbie"],
  ["irving", "irv"],
  ["isaac", "ike"],
  ["isaiah", "izzy", "zay"],
  ["jacob", "jake", "jakob"],
  ["james", "jim", "jimmy", "jamie"],
  ["jason", "jay"],
  ["jeremiah", "jeremy", "jerry"],
  ["jerome", "jerry"],
  ["jesse", "jess"],
  ["john", "johnny", "jack", "jon"],
  ["jonathan", "johnathan", "jonathon", "johnathon", "jon", "john", "johnny"],
  ["jordan", "jordy"],
  ["joseph", "joe", "joey", "jojo"],
  ["joshua", "josh"],
  ["joshuah", "josh"],
  ["julius", "jules"],
  ["kenneth", "ken", "kenny"],
  ["kendrick", "ken", "kenny"],
  ["kevin", "kev"],
  ["lawrence", "larry", "laurence"],
  ["leonard", "len", "lenny", "leo"],
  ["leonardo", "leo"],
  ["leroy", "roy"],
  ["lewis", "lou", "louis", "louie"],
  ["lucas", "luke", "lukas", "luc"],
  ["manuel", "manny", "manu"],
  ["marcus", "mark", "marc"],
  ["marquise", "marquis"],
  ["martin", "marty"],
  ["matthew", "matt", "mathew", "matty"],
  ["matthias", "matt", "mattias", "mathias"],
  ["maurice", "mo", "moe"],
  ["maxim", "max", "maksim", "maxime"],
  ["maximilian", "max", "maxi"],
  ["maxwell", "max"],
  ["michael", "mike", "mikey", "mick", "mickey"],
  ["mikhail", "misha"],
  ["mitchell", "mitch", "mitchel"],
  ["mohamed", "mo", "mohammed", "muhammad"],
  ["montgomery", "monty"],
  ["nathan", "nate", "nat"],
  ["nathaniel", "nate", "nathanael", "nat"],
  ["nicholas", "nick", "nicolas", "nic", "nicky", "nico", "nikolas", "nicklas"],
  ["nikolai", "nikolay", "nick"],
  ["nikita", "nik"],
  ["oliver", "ollie", "olli"],
  ["oscar", "oskar"],
  ["patrick", "pat", "patty", "paddy"],
  ["peter", "pete", "petr"],
  ["phillip", "philip", "phil", "philippe"],
  ["randall", "randy"],
  ["randolph", "randy"],
  ["raymond", "ray"],
  ["reginald", "reggie", "reg"],
  ["richard", "rich", "rick", "ricky", "richie", "dick"],
  ["robert", "rob", "bob", "bobby", "robbie", "robby", "bert"],
  ["roderick", "rod"],
  ["rodney", "rod"],
  ["ronald", "ron", "ronnie", "ronny"],
  ["rudolph", "rudy"],
  ["russell", "russ", "rusty"],
  ["samuel", "sam", "sammy"],
  ["samson", "sam"],
  ["scott", "scotty", "scottie"],
  ["sebastian", "seb", "bastian"],
  ["sergei", "sergey"],
  ["solomon", "sol"],
  ["stanley", "stan"],
  ["stephen", "steven", "steve", "stevie"],
  ["stefan", "stephan", "stefen"],
  ["sylvester", "sly"],
  ["terrance", "terrence", "terence", "terry"],
  ["theodore", "ted", "teddy", "theo"],
  ["thomas", "tom", "tommy", "tomas"],
  ["timothy", "tim", "timmy", "timo"],
  ["tobias", "toby"],
  ["travis", "trav"],
  ["tyler", "ty"],
  ["tyrell", "ty"],
  ["tyrone", "ty"],
  ["valeri", "valery", "val"],
  ["victor", "vic", "viktor"],
  ["vincent", "vince", "vinny", "vinnie"],
  ["vladimir", "vlad", "vladislav"],
  ["walter", "walt", "wally"],
  ["wesley", "wes"],
  ["wilfred", "will", "fred"],
  ["william", "will", "bill", "billy", "willie", "willy", "liam"],
  ["willis", "will"],
  ["yegor", "egor"],
  ["yuri", "yury", "iouri"],
  ["zachary", "zach", "zack", "zac", "zak", "zachery", "zackary"],
];

const GROUPS_OF = new Map<string, number[]>();
for (const [group, names] of SHORT_FORMS.entries()) {
  for (const name of names) {
    const key = foldSpelling(name);
    GROUPS_OF.set(key, [...(GROUPS_OF.get(key) ?? []), group]);
  }
}

const same = (keysOf: (name: string) => readonly string[]): NameLikeness => ({
  ofListing: keysOf,
  ofRow: keysOf,
});

/** A name's first word, and its other words joined, folded by `foldSpelling`; null for a name of one word. */
function firstAndRest(name: string): { readonly first: string; readonly rest: string } | null {
  const [first = "", ...others] = nameWords(name);
  const rest = foldSpelling(others.join(""));
  return rest === "" ? null : { first: foldSpelling(first), rest };
}

const exact = same((name) => [nameWords(name).join("")]);
const spelledOut = same((name) => [foldSpelling(nameWords(name).join(""))]);
const shortForm = same((name) => {
  const parts = firstAndRest(name);
  return parts === null ? [] : (GROUPS_OF.get(parts.first) ?? []).map((group) => `${group} ${parts.rest}`);
});

const initialKey = (name: string, isInitial: (first: string) => boolean): readonly string[] => {
  const parts = firstAndRest(name);
  return parts === null || !isInitial(parts.first) ? [] : [`${parts.first[0]} ${parts.rest}`];
};
const initial: NameLikeness = {
  ofListing: (name) => initialKey(name, () => true),
  ofRow: (name) => initialKey(name, (first) => first.length === 1),
};

/** The rules, strictest first: equal names, other spellings, short forms of first names, initials. */
export const NAME_LIKENESSES: readonly NameLikeness[] = [exact, spelledOut, shortForm, initial];
